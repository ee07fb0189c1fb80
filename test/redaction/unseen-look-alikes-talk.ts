/** Harmless sentences, labels and messages that talk of secrets. None of them may change. */
import { kind, type LookAlikeKind } from './look-alike-kind.ts'

export const UNSEEN_TALK: readonly LookAlikeKind[] = [
  kind(
    'password is what',
    () => 'The password is required.',
    () => 'the password is wrong',
    () => 'your password is too short',
    () => 'The password is hashed with bcrypt before it is stored.',
  ),
  kind(
    'password is read',
    () => 'the password is read from the environment',
    () => 'The password is never logged',
    () => 'the password is only known to the owner',
  ),
  kind(
    'token is what',
    () => 'the token is expired',
    () => 'The token is refreshed in the background.',
    () => 'token is invalid or missing',
  ),
  kind(
    'key is what',
    () => 'The key is unique per tenant.',
    () => 'the key is case sensitive',
    () => 'API key is missing',
  ),
  kind(
    'secret is what',
    () => 'the secret is mounted at /run/secrets/db',
    () => 'The secret is managed by Terraform',
  ),
  kind(
    'german sentences',
    () => 'Das Passwort ist falsch.',
    () => 'das Passwort ist abgelaufen und muss erneuert werden',
    () => 'Das Passwort lautet anders als erwartet.',
  ),
  kind(
    'french sentences',
    () => 'Le mot de passe est incorrect.',
    () => 'le mot de passe est obligatoire',
    () => 'Mot de passe oublié ?',
  ),
  kind(
    'spanish sentences',
    () => 'La contraseña es obligatoria',
    () => 'la contraseña es incorrecta',
    () => '¿Olvidaste tu contraseña?',
  ),
  kind(
    'japanese sentences',
    () => 'パスワードは必須です',
    () => 'パスワードが正しくありません',
    () => 'パスワードを入力してください',
  ),
  kind(
    'chinese sentences',
    () => '密码不能为空',
    () => '密码错误，请重试',
    () => '请输入密码',
  ),
  kind(
    'labels in languages',
    () => '"password": "Passwort"',
    () => '"password": "Mot de passe"',
    () => '"password": "Contraseña"',
    () => 'password: パスワード',
    () => '"login.password": "密码"',
  ),
  kind(
    'label files',
    () => 'password.label=Password',
    () => 'msgid "Password"\nmsgstr "Kennwort"',
    () => '"forgotPassword": "Forgot your password?",',
  ),
  kind(
    'docs of settings',
    () => '`DB_PASSWORD`: the password of the database, no default',
    () => '- `api_key` (string, required): your key',
    () => '| `token` | string | The token to send |',
  ),
  kind(
    'docs of flags',
    () => '  -p, --password string   Password of the user',
    () => '      --token TOKEN       the token to use (default: $API_TOKEN)',
    () => '  -p, --port int          port to listen on (default 8080)',
  ),
  kind(
    'usage lines',
    () => 'usage: login [-u USER] [-p PASSWORD] HOST',
    () => 'mysql -u <user> -p<password> <database>',
    () => 'curl -u USER:PASSWORD https://api.example.com',
  ),
  kind(
    'policy',
    () => 'Passwords must have at least 12 characters, one digit and one sign.',
    () => 'Rotate all tokens every 90 days.',
  ),
  kind(
    'todo',
    () => '// NOTE: move the password out of the code',
    () => '# NOTE token handling is wrong here',
  ),
  kind(
    'changelog',
    () => '- Password reset mails are sent again',
    () => '- `token` is now optional',
  ),
  kind(
    'commit message',
    () => 'feat(auth): password strength meter',
    () => 'fix: do not print the API key',
  ),
  kind(
    'error of servers',
    () => 'FATAL:  password authentication failed for user "app"',
    () => "ERROR 1045 (28000): Access denied for user 'app'@'db1' (using password: YES)",
    () => 'WRONGPASS invalid username-password pair or user is disabled.',
  ),
  kind(
    'http errors',
    () => '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
    () => 'HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer realm="app", error="invalid_token"',
  ),
  kind(
    'prompts',
    () => 'Enter password:',
    () => 'Password for maria@db1:',
    () => '[sudo] password for build: ',
  ),
  kind(
    'questions',
    () => 'What is the password policy here?',
    () => 'where does the secret come from?',
    () => 'Which token should I use for the staging server?',
  ),
  kind(
    'secret as a word',
    () => 'the secret of good tests is isolation',
    () => 'The key to performance is caching',
  ),
  kind(
    'tokens of text',
    () => 'a token is a word or a part of one',
    () => 'tokens like "ing" and "tion" are common',
  ),
]
