/**
 * Words that stand where a password could and are none: names of types and states, words of code, labels of forms in many
 * languages. What is not here is taken for a password where a name says that one stands there.
 */

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(word => word !== ''))
}

/** One of these among the parts of a text makes it the name of something: `hashedPassword`, `db-credentials`. */
export const TELLING_PARTS = wordsOf(`
  password passwords passwd pass passphrase passcode passkey pwd pw pswd secret secrets token tokens key keys apikey
  credential credentials cred creds hash hashed hasher salt salted digest encrypted encrypt decrypted decrypt encoded
  plaintext cleartext user users username login logins signin signup auth authentication authorization authenticated
  input inputs field fields form forms value values string strings text texts variable param params parameter parameters
  arg args argument arguments config configuration setting settings option options env environ environment request
  response result results validator validation validate prompt placeholder label hint icon button placeholders autocomplete
  required optional invalid incorrect default example sample dummy fake mock stub test tests testing null undefined
  reset forgot hidden masked redacted encryption schema model entity column attribute property session cookie
  account client server database password1 passw email mail name file files path vault keychain keyring manager
  provider helper handler service factory builder generator random generated getter setter callback function method
  passwort kennwort mot passe contrasena clave senha parola wachtwoord losenord haslo heslo sifre parool adgangskode
`)

/** A text that consists of these says something about a password, or is one that everybody uses. */
export const PLAIN_WORDS = wordsOf(`
  a about above account active actual add after again all allow allowed alphanumeric already also always am an and any
  anything api app apple application apply are array as ascii ask asked asks at attempt available back bad bar base base64
  basic bcrypt be bearer because been before begin being below between binary blank block blue body bool boolean both
  box boxed break bug but by byte bytes cache call called can cancel cannot case cell change changed changes changing char
  character characters check checkbox checked choose chosen cipher class clear cleared click close code color column
  command comment common compare complex compromised computed confirm confirmation confirmed connect connection const
  constant container content context continue control controller copied copy correct could crypt current currently custom
  cut cyphered data date dead debug declare decode defined delete deleted demo deprecated description details detected
  dev develop developer development device dialog did different disable disabled discord display displayed do docker
  document documentation does done double down draft drop due during each easy eight edit either element else empty enable
  enabled end ends enough enter entered entering entity enum equal error escape even ever every everyone everything exactly
  exceeds excluded exist existing exists expired expires expire exposed external eye facebook fail failed fails failure
  false few filled final find first fixed flag follow following foo foobar baz for forbid forbidden forget forgotten format
  found four free from full general generate get getpass gets git github gitlab give given gives global goes good google
  got granted group guest had handle hard has have header hello help her here hers hidden hide his history home hook host
  how however html http https human id identifier identity if ignore ignored image immediately immutable implicit import
  important in include included includes index info initial inline inside insecure instead int integer interactive internal
  into irrelevant is it item its itself json just keep kept kerberos kind known label language last later latest layout
  ldap leaked least leave left length less let letmein letter letters level like limit line linked linkedin list
  load local localhost location lock locked lockout log logged logging long longer look looks lost lower lowercase made
  maintained make makes managed mandatory manual many map mapped markdown match matched matches matching max maximum may
  maybe me mean means member memory message meta method microsoft might min mine minimum mismatch missing mixed mobile mode
  modified more most move much multiline must mutable my native necessary need needed needs never new next nine no node
  none nonempty nope normal not notempty note nothing notice notnull now nullable number numbers numeric oauth oauth2 obfuscated
  object of off offline ok okay old omitted on once one online only open openid optional or order other our out outdated
  output over override overview own owner page panel part passed passes passing paste path pattern peer pem per permanent
  phone phrase pin pkcs plain please plus port possible post present previous primary print printed private prod
  production profile project protected protocol provide provided public published push put qualified query quick
  quotes raw re reached read readable readonly ready real really reason receive received recent recommended record recover
  recovery reenter refer reference referenced regenerated regex register reject rejected related release remember remembered remote remove removed repeat
  repeated replace replaced report repository require requires resolve resolved restricted retrieved retry return returned
  returns revealed review revoked right role root rotate rotated row rule run runtime safe saml same save saved scheme
  screen script scrypt search second secure secured secured see select selected self send sensitive sent separate set sets
  seven shared short should show shown shows sign signature signed silent simple since single six size skip skipped slack
  slash smtp so socket some somebody someone something somewhere soon source special specified sql ssh sso stage standard
  start starts state static status stays stdin step still stop storage store stored stores stream strength strict strong
  style submit submitted success successful successfully such supplied support supported sure switch symbol system tab
  table tag taken tampered task team template temp temporary ten than that the their them then there these they thing third
  this those three through time title to toggle too tool tooltip toomany tooshort total trim trimmed true try twice twitter
  two txt type typed types unavailable unchanged under undefined unencrypted unicode unique unknown unlock unless unmasked
  unset unsafe until unused up update updated upper uppercase url usable usage use used useful uses using usual valid
  validated vary verb verified verify version via view view viewer visible void vulnerable wait want warning was weak web
  webauthn well were what whatever when where whether which while white who whole whose why widget will window with within
  without word words work works would write written wrong xml yaml yes yesterday yet you your yours yourself zero
  admin administrator anonymous changeit changeme postgres postgresql mysql mariadb mongo mongodb redis rabbitmq minio
  minioadmin hunter welcome qwerty topsecret supersecret mysecret mypassword dbpass testpass userpass secretkey iloveyou foobared
  kafka oracle sqlserver sqlite memcached elastic elasticsearch kibana grafana jenkins tomcat docker kubernetes vagrant
  ubuntu debian raspberry azure amazon aws gcp cloudflare heroku vercel netlify supabase firebase keycloak okta cognito
  argon argon2 pbkdf2 md5 sha sha1 sha256 sha512 aes rsa hmac utf utf8 latin hex
  varchar nvarchar bpchar character longtext mediumtext tinytext uuid blob clob bytea datetime timestamp decimal float
  double long object any never unknown void record map dict tuple list set vector slice optional some just maybe
  textbox textfield textinput textarea checkbox radio select dropdown switch hbox vbox stack grid flex fingerprint
  masked asterisk asterisks dots bullets shield lockoutline visibility outline filled rounded sharp
  sed awk curl wget bash zsh fish python ruby perl node java
`)

/** What forms call a password, its fields and what is wrong with it, without English; lower case. */
export const FORM_WORDS = wordsOf(`
  geheim passwort passwörter kennwort kennwörter kenncode losung losungswort passphrase zugangscode anzeigen verbergen ausblenden
  einblenden wiederholen bestätigen bestätigung ändern zurücksetzen vergessen erforderlich pflichtfeld ungültig falsch leer
  fehlt notwendig sicher unsicher schwach mittel stark richtig korrekt gespeichert abgelaufen aktuell aktuelles neues altes
  geändert verschlüsselt unverschlüsselt gesetzt bekannt unbekannt nötig optional sichtbar unsichtbar verborgen gleich zwingend
  motdepasse obligatoire requis requise incorrect incorrecte invalide vide manquant manquante confirmer confirmation afficher
  masquer modifier réinitialiser oublié faible fort forte moyen expiré erroné stocké chiffré haché nécessaire enregistré modifié
  contraseña contraseñas contrasenya contrasenyes contrasenha contrasinal pasahitza clave claves obligatorio obligatoria requerido requerida incorrecto incorrecta inválido inválida vacía vacío
  confirmar confirmación mostrar ocultar cambiar restablecer olvidada débil fuerte media válida válido correcta correcto
  guardada caducada necesaria secreta nueva actual segura demasiado
  senha senhas palavra-passe palavrapasse palavra obrigatório obrigatória requerido necessária incorreta vazia inválida exibir esconder alterar redefinir
  fraca forte média correta armazenada expirada nova atual secreta
  parola parole password richiesta richiesto obbligatoria obbligatorio errata errato sbagliata valida vuota conferma confermare mostra nascondi cambia reimposta
  debole forte nuova attuale corretta scaduta salvata necessaria sicura cifrata
  wachtwoord wachtwoorden toegangscode verplicht ongeldig onjuist leeg bevestigen tonen verbergen wijzigen vergeten zwak sterk nodig verkeerd verlopen
  lösenord lösenordet løsenord passord passordet adgangskode kodeord salasana tunnussana lykilorð leyniorð parool salasõna parole paroles slaptažodis slaptazodis hasło hasła haslo heslo heslá hesla geslo lozinka zaporka
  šifra sifra jelszó jelszo parolă parola fjalëkalimi fjalëkalim şifre sifre şifreniz parola gizlisöz pasvorto fjalëkalimi
  matkhau mật mậtkhẩu sandi katasandi katalaluan laluan password-nya salasanasi wagwoord igama nenosiri neno loluan cyfrinair pasfhocal focal
  wymagane nieprawidłowe puste krig påkrævet påkrevd obligatorisk ugyldig fel felaktigt tomt vis skjul visa dölj bekräfta bekreft bekræft
  vaaditaan virheellinen näytä piilota vahvista povinné neplatné zobrazit skrýt potvrdit potvrďte szükséges érvénytelen kötelező
  gerekli zorunlu geçersiz yanlış göster gizle onayla obligatoriu incorectă necesară parolei
  wajib salah kosong tampilkan sembunyikan konfirmasi diperlukan
`)
