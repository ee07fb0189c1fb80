/** Passwords of letters alone, which only the words beside them give away: flags, names, sentences in several languages. */
import { type UnseenKind, wordAtStart, wordIn } from './unseen-kind.ts'

const FLAGS: readonly UnseenKind[] = [
  wordIn(
    'mysql-p',
    v => `mysql -h db1 -u app -p${v} shop`,
    v => `mysqldump -uapp -p${v} shop > dump.sql`,
  ),
  wordIn(
    'sshpass-p',
    v => `sshpass -p ${v} ssh root@10.0.4.7 uptime`,
    v => `sshpass -p '${v}' scp a.tgz nas:`,
  ),
  wordIn(
    'curl-u',
    v => `curl -u deploy:${v} https://nexus.acme-internal.net/v1`,
    v => `curl --user "deploy:${v}" -O https://a.acme-internal.net/b`,
  ),
  wordIn(
    'password-flag',
    v => `./migrate --host db1 --password ${v} --dry-run`,
    v => `./migrate --password=${v}`,
    v => `vault login -method=userpass username=maria password=${v}`,
  ),
  wordIn(
    'passphrase-flag',
    v => `gpg --batch --passphrase ${v} -d backup.gpg`,
    v => `borg init --passphrase "${v}" repo`,
  ),
  wordIn(
    'registry-p',
    v => `docker login -u ci -p ${v} registry.acme-internal.net`,
    v => `helm registry login -u ci -p ${v} registry.acme-internal.net`,
  ),
  wordIn(
    'redis-a',
    v => `redis-cli -h cache1 -a ${v} info`,
    v => `redis-server --requirepass ${v}`,
  ),
  wordIn(
    'mongo-p',
    v => `mongodump --host db1 -u root -p ${v} --out /b`,
    v => `mongosh "mongodb://db1" --username root --password ${v}`,
  ),
  wordIn(
    'ldap-w',
    v => `ldapwhoami -x -D cn=admin,dc=acme -w ${v}`,
    v => `ldapadd -x -D cn=admin,dc=acme -w ${v} -f a.ldif`,
  ),
  wordIn(
    'keytool-pass',
    v => `keytool -genkey -keystore a.jks -storepass ${v} -alias a`,
    v => `jarsigner -keystore a.jks -keypass ${v} a.jar up`,
  ),
  wordIn(
    'openssl-pass',
    v => `openssl pkcs12 -export -in a.crt -inkey a.key -passout pass:${v}`,
    v => `openssl rsa -in a.key -passin pass:${v}`,
  ),
  wordIn(
    'zip-p',
    v => `zip -P ${v} -r backup.zip src`,
    v => `7z x -p${v} backup.7z`,
    v => `unrar x -p${v} backup.rar`,
  ),
  wordIn(
    'windows-net',
    v => `net user maria ${v} /add`,
    v => `net use Z: \\\\nas\\share /user:maria ${v}`,
    v => `cmdkey /add:nas /user:maria /pass:${v}`,
  ),
  wordIn(
    'rdp',
    v => `xfreerdp /v:10.0.4.9 /u:maria /p:${v}`,
    v => `rdesktop -u maria -p ${v} 10.0.4.9`,
  ),
  wordIn(
    'sql-clients',
    v => `PGPASSWORD=${v} psql -h db1 -U app`,
    v => `sqlcmd -S db1 -U sa -P ${v}`,
    v => `sqlplus app/${v}@db1`,
  ),
  wordIn(
    'chpasswd',
    v => `echo "maria:${v}" | sudo chpasswd`,
    v => `echo ${v} | sudo -S systemctl restart nginx`,
  ),
  wordIn(
    'htpasswd',
    v => `htpasswd -b .htpasswd maria ${v}`,
    v => `htpasswd -nbB maria ${v}`,
  ),
  wordIn(
    'user-commands',
    v => `useradd -m -p $(openssl passwd -1 ${v}) maria`,
    v => `mosquitto_pub -h mq -u app -P ${v} -t a -m b`,
  ),
  wordIn(
    'rabbitmq',
    v => `rabbitmqctl add_user app ${v}`,
    v => `rabbitmqctl change_password app ${v}`,
  ),
  wordIn(
    'wget-password',
    v => `wget --user=deploy --password=${v} https://files.acme-internal.net/a.tgz`,
    v => `wget --http-user=a --http-passwd=${v} https://files.acme-internal.net/a.tgz`,
  ),
  wordIn(
    'mount-cifs',
    v => `mount -t cifs //nas/share /mnt -o username=maria,password=${v},vers=3.0`,
    v => `//nas/share /mnt cifs username=maria,password=${v} 0 0`,
  ),
]

const NAMES: readonly UnseenKind[] = [
  wordIn(
    'json-password',
    v => `{"user": "maria", "password": "${v}"}`,
    v => `  "password": "${v}",`,
    v => `{"login":"maria","passwd":"${v}"}`,
  ),
  wordIn(
    'store-password',
    v => `storePassword=${v}\nkeyAlias=upload`,
    v => `keyPassword '${v}'`,
    v => `    storePassword = "${v}"`,
  ),
  wordIn(
    'smtp-pass',
    v => `SMTP_PASS=${v}`,
    v => `auth: { user: 'mailer', pass: '${v}' }`,
    v => `smtp_password: ${v}`,
  ),
  wordIn(
    'yaml-password',
    v => `database:\n  user: app\n  password: ${v}\n  host: db1`,
    v => `      POSTGRES_PASSWORD: ${v}`,
  ),
  wordIn(
    'env-password',
    v => `DB_PASSWORD=${v}`,
    v => `export ADMIN_PASSWORD=${v}`,
    v => `MYSQL_ROOT_PASSWORD="${v}"`,
  ),
  wordIn(
    'django-database',
    v => `        'USER': 'app',\n        'PASSWORD': '${v}',`,
    v => `DATABASES['default']['PASSWORD'] = "${v}"`,
  ),
  wordIn(
    'toml-password',
    v => `[database]\nuser = "app"\npassword = "${v}"`,
    v => `[[users]]\nname = "maria"\npassword = "${v}"`,
  ),
  wordIn(
    'ansible',
    v => `ansible_ssh_pass=${v}`,
    v => `ansible_become_password: ${v}`,
    v => `db1 ansible_host=10.0.4.7 ansible_user=root ansible_password=${v}`,
  ),
  wordIn(
    'xml-password',
    v => `<password>${v}</password>`,
    v => `<Login user="maria" password="${v}"/>`,
  ),
  wordIn(
    'jdbc-url',
    v => `jdbc:mysql://db1:3306/shop?user=app&password=${v}`,
    v => `jdbc:postgresql://db1/shop?user=app&password=${v}&ssl=true`,
  ),
  wordIn(
    'connection-string',
    v => `Server=db1;Database=shop;User Id=app;Password=${v};`,
    v => `Data Source=db1;UID=app;PWD=${v};`,
    v => `host=db1 user=app password=${v} dbname=shop`,
  ),
  wordIn(
    'url-password',
    v => `postgres://app:${v}@db1.acme-internal.net:5432/shop`,
    v => `amqp://app:${v}@mq:5672/`,
    v => `ftp://maria:${v}@files.acme-internal.net/`,
  ),
  wordIn(
    'sql-password',
    v => `CREATE USER maria WITH PASSWORD '${v}';`,
    v => `ALTER USER 'app'@'%' IDENTIFIED BY '${v}';`,
    v => `SET PASSWORD FOR 'app' = PASSWORD('${v}');`,
  ),
  wordIn(
    'code-password',
    v => `const password = "${v}"`,
    v => `String password = "${v}";`,
    v => `self.password = '${v}'`,
    v => `conn = connect(user="app", password="${v}")`,
  ),
  wordIn(
    'define-password',
    v => `#define WIFI_PASSWORD "${v}"`,
    v => `#define OTA_PASS "${v}"`,
    v => `const char* password = "${v}";`,
  ),
  wordIn(
    'setter',
    v => `config.setPassword("${v}");`,
    v => `define('DB_PASSWORD', '${v}');`,
  ),
  wordIn(
    'grafana-ini',
    v => `[security]\nadmin_user = admin\nadmin_password = ${v}`,
    v => `;default\nadmin_password = ${v}`,
  ),
]

const SENTENCES: readonly UnseenKind[] = [
  wordIn(
    'english-is',
    v => `the password is ${v}`,
    v => `Hi, the wifi password is ${v}, it changes on Monday.`,
    v => `The root password for staging is "${v}".`,
  ),
  wordIn(
    'english-use',
    v => `log in as maria with password ${v}`,
    v => `Use maria / ${v} as login and password.`,
    v => `my password: ${v}`,
  ),
  wordIn(
    'english-set',
    v => `I changed the admin password to ${v} yesterday`,
    v => `please set the password to "${v}"`,
  ),
  wordIn(
    'german',
    v => `das Passwort ist ${v}`,
    v => `Das Kennwort lautet ${v}, bitte nicht weitergeben.`,
    v => `Passwort: ${v}`,
  ),
  wordIn(
    'french',
    v => `le mot de passe est ${v}`,
    v => `Mot de passe : ${v}`,
    v => `mon mot de passe c'est ${v}`,
  ),
  wordIn(
    'spanish',
    v => `la contraseña es ${v}`,
    v => `Contraseña: ${v}`,
    v => `usa la clave ${v} para entrar`,
  ),
  wordIn(
    'japanese',
    v => `パスワードは${v}です`,
    v => `パスワード：${v}`,
    v => `パスワードは「${v}」です。`,
  ),
  wordIn(
    'chinese',
    v => `密码是${v}`,
    v => `密码：${v}`,
    v => `数据库密码为 ${v}，请勿外传`,
  ),
  wordIn(
    'table',
    v => `| user | password |\n|---|---|\n| maria | ${v} |`,
    v => `| Password | ${v} |`,
  ),
  wordAtStart(
    'prompt-echo',
    v => `Username: maria\nPassword: ${v}`,
    v => `Enter password: ${v}`,
    v => `login: maria\npassword: ${v}`,
  ),
  wordIn(
    'markdown-bold',
    v => `- **Password:** \`${v}\``,
    v => `**Password**: ${v}`,
  ),
]

export const UNSEEN_WORDS: readonly UnseenKind[] = [...FLAGS, ...NAMES, ...SENTENCES]
