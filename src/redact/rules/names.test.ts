import { describe, test } from 'vitest'
import { checkKept, checkTaken } from '../../../test/redaction/check-found.ts'

/** Letters alone, put together here. */
const WORD = ['Regen', 'bogen', 'fisch'].join('')
const LOWER = WORD.toLowerCase()
const RANDOM = ['q7Rk0ZtW', 'bXv3Lm9P', 'yD5nHs2J'].join('')

describe('a password of letters alone', () => {
  test('is taken out behind the flag of a program', () => {
    checkTaken(WORD, `sshpass -p ${WORD} ssh root@host`, `mysql -uroot -p${WORD} shop`, `mytool --password ${WORD}`)
    checkTaken(WORD, `curl -u admin:${WORD} https://a.dev`, `docker login -u app -p ${WORD} reg.dev`)
    checkTaken(WORD, `redis-cli -a ${WORD} ping`, `ipmitool -U root -P ${WORD} power`, `plink -pw ${WORD} host`)
    checkTaken(WORD, `ldapsearch -x -w ${WORD} -b dc=a`, `7z a -p${WORD} a.7z b`, `ssh-keygen -N ${WORD} -f id`)
    checkTaken(WORD, `echo ${WORD} | sudo -S ls`, `sudo -S ls <<< ${WORD}`, `net user app ${WORD} /add`)
  })
  test('is taken out in quotes, on a line of its own and where a command defines it', () => {
    checkTaken(WORD, `{"password": "${WORD}"}`, `storePassword=${WORD}`, `storePassword "${WORD}"`)
    checkTaken(WORD, `password: ${WORD}`, `#define WIFI_PASSWORD "${WORD}"`, `const char* password = "${WORD}";`)
    checkTaken(WORD, `helm install x --set auth.password=${WORD}`, `java -Ddb.password=${WORD} -jar a.jar`)
    checkTaken(WORD, `kubectl create secret generic x --from-literal=any=${WORD}`, `ENV DB_PASSWORD ${WORD}`)
    checkTaken(WORD, `curl -d 'user=app&password=${WORD}' https://a.dev`, `CREATE USER a IDENTIFIED BY '${WORD}'`)
  })
  test('is taken out in sentences of several languages', () => {
    checkTaken(WORD, `the password is ${WORD}.`, `Das Passwort lautet ${WORD}`, `mot de passe : ${WORD}`)
    checkTaken(LOWER, `la contraseña es ${LOWER}`, `a senha é ${LOWER}`, `the wifi password is "${LOWER}"`)
    checkTaken(
      LOWER,
      `パスワードは${LOWER}です`,
      `密码是${LOWER}，请登录`,
      `密碼是 ${LOWER}`,
      `비밀번호는 ${LOWER}입니다`,
    )
    checkTaken(WORD, `login with admin / ${WORD}`, `log in as admin with password ${WORD}`)
  })
  test('is a secret too behind names of secrets that people make up', () => {
    checkTaken(LOWER, `JWT_SECRET=${LOWER}`, `secretKey: '${LOWER}'`, `pepper: "${LOWER}"`, `psk="${LOWER}"`)
  })
})

describe('a word about passwords', () => {
  test('is kept as a type, a name, a state or a default', () => {
    checkKept('password: string', 'password: hashedPassword', 'password: SecretStr', '"password": "varchar(255)"')
    checkKept('password: incorrect', '"password": "current-password"', 'password: "form-control"', 'JWT_SECRET=secret')
    checkKept('password: changeme', 'password=password, username=username', '# requirepass foobared')
  })
  test('is kept as a label in any language', () => {
    checkKept('{"password": "Passwort", "confirmPassword": "Bestätigen"}', '{"password": "Contraseña"}')
    checkKept('{"password": "パスワード"}', '{"showPassword": "Einblenden"}', '{"password": "Mot de passe"}')
  })
  test('is kept in sentences', () => {
    checkKept('the password is stored in the vault', 'the password is case-sensitive.', 'password is mandatory.')
    checkKept('das Passwort ist abgelaufen.', 'le mot de passe est obligatoire.', 'la clave es primaria')
    checkKept('パスワードはbcryptでハッシュ化されます', '密码是base64编码的', '비밀번호는 필수입니다')
    checkKept('log in with Google / GitHub', 'login with email / password', 'add --password to the command')
  })
  test('is kept behind a flag that takes no password', () => {
    checkKept(
      'docker run -p 8080:80 nginx',
      'mkdir -p build/output',
      'psql -p 5432',
      'git log -p src',
      'unzip -p a.zip b',
    )
    checkKept('curl -u username https://a', 'curl -u "$USER:$PASS" https://a', 'mysql -uroot -p shop < a.sql')
    checkKept('--password string   the password', 'mytool --password PASSWORD')
  })
})

describe('a name further away', () => {
  test('stands at the head of a column or a list', () => {
    checkTaken(WORD, `User name,Password,Access key ID\nkamori,${WORD},x`, `email;passwort\na;${WORD}`)
    checkTaken(RANDOM, `apiKeys: ["${RANDOM}"]`, `tokens = [\n  "${RANDOM}",\n]`, `api_keys:\n  - ${RANDOM}\n`)
    checkKept('tokens = ["identifier", "keyword"]', 'name,type,required\npassword,string,true')
  })
  test('is that of the whole file of a Secret', () => {
    const data = Buffer.from(WORD).toString('base64')
    checkTaken(data, `kind: Secret\nmetadata:\n  name: x\ndata:\n  odd.thing: ${data}\n`)
    checkTaken(WORD, `kind: Secret\nstringData:\n  odd: ${WORD}\n`)
    checkKept('kind: ConfigMap\ndata:\n  setting: something\n')
  })
  test('is given by the form of a file', () => {
    checkTaken(WORD, `localhost:5432:shop:app:${WORD}`, `machine a.dev\n  login app\n  password ${WORD}`)
    checkTaken(WORD, `default login app password ${WORD}`, `10.0.0.1 : PSK "${WORD}"`, `bindpw ${WORD}`)
    checkTaken(WORD, `requirepass ${WORD}`, `[smtp.a.dev]:587 app@a.dev:${WORD}`)
  })
})

describe('networks', () => {
  test('give away their passwords in settings, commands and codes', () => {
    checkTaken(WORD, `    Key Content            : ${WORD}`, `WIFI:S:home;T:WPA;P:${WORD};;`, `psk=${WORD}`)
    checkTaken(WORD, `snmp-server community ${WORD} RO`, `rocommunity ${WORD}`, `snmpwalk -v2c -c ${WORD} 10.0.0.1`)
    checkTaken(WORD, `enable secret ${WORD}`, `username admin secret ${WORD}`, ` key-string ${WORD}`)
    checkTaken(WORD, `/user add name=admin password=${WORD}`, `createUser app SHA "${WORD}"`)
    checkKept('snmp-server community public RO', 'rocommunity public', 'neighbor 10.0.0.1 remote-as 65000')
  })
})

describe('codes to keep', () => {
  test('are taken out behind their title', () => {
    checkTaken('a1b2c-3d4e7', 'Recovery codes:\n1. a1b2c-3d4e7\n2. f6g7h-8i9j0')
    checkTaken('8472 9153', 'Backup codes:\n  8472 9153\n')
    checkTaken(`${RANDOM}${RANDOM}`, `Unseal Key 1: ${RANDOM}${RANDOM}`)
    checkTaken('4713', 'PIN: 4713', '"pin": "4713"')
    checkTaken('JBSW Y3DP EHPK 3PXQ', 'Secret key: JBSW Y3DP EHPK 3PXQ')
    checkTaken(`base64:${RANDOM}${RANDOM}=`, `APP_KEY=base64:${RANDOM}${RANDOM}=`)
  })
  test('are none where only the title stands', () => {
    checkKept('Recovery codes are shown once after setup.', 'const LED_PIN = 13', 'pin: 25', 'license: MIT')
  })
})
