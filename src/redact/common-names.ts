import { isFormatName } from './structure.ts'

/**
 * Names of users and hosts that say nothing about anybody, and first names that are everyday words in code or English:
 * these are taken out in a path or a prompt only, never as a word of a text. So are words of the transcript format, which
 * nobody could read without them.
 */
const COMMON_NAMES = new Set(
  `root user users username admin administrator ubuntu debian fedora alpine arch centos linux mac macos macbook windows
   runner node app apps dev devs develop developer development test tests tester testing home homes shared public guest
   default vscode codespace codespaces gitpod coder code claude agent agents assistant bot build builder ci jenkins
   gitlab github git docker podman container kube kubernetes minikube vagrant vm host hostname local localhost server
   client worker workers service services system daemon nobody www www-data web data db database postgres postgresql
   mysql redis mongo nginx apache httpd ftp mail ec2-user azureuser opc pi raspberrypi steam deck nix nixos nixbld brew
   linuxbrew jovyan jupyter colab sandbox demo example examples sample foo bar baz qux alias some someone somebody your
   yourname your-name your-username me you name myself myuser my-user person people team work workspace workspaces
   project projects repo repos src source main master prod production staging stage live dist lib libs bin opt var tmp
   temp cache backup config docs doc download downloads desktop documents library pictures music videos media files
   file folder index page pages blog dashboard settings profile login logout account accounts about contact help search
   max min mark will bill art rob chase drew grant hope joy faith grace dean earl duke king prince ray rex ace jack
   jasmine crystal ruby rusty sandy amber dawn eve april may june summer autumn rose lily iris ivy olive pearl star sky
   cliff glen heath dale lance miles pat penny rich skip sterling stone ward warren wade van von mason carter hunter
   fisher baker cook miller carpenter potter sawyer taylor tanner turner tyler walker parker porter page paige reed
   chance chip christian colt curt frank gene guy hank harry herb jean jet josh kit lane lee long louis major melody
   mercy merry misty nick norm patience peter pierce randy robin roman sage scout selina shell sonny sue tad teddy tony
   trace tripp vance victor violet wolf young apple amazon google meta oracle azure aws gcp cloud
   type types text message messages content role model input output tool tools result results uuid session sessions id
   version timestamp thinking bash read write edit multiedit grep glob task skill plan image error system summary title
   progress attachment queue hook hooks human prompt true false null undefined string number object array function
   opus sonnet haiku synthetic gpt gemini llama api apis backend frontend core common util utils helper helpers model view
   controller component components module modules package packages vendor static assets public private shared app apps
   site web store cart order orders item items product products customer customers company org job jobs queue event
   events log logs report reports chart table row rows column columns cell line lines block blocks word words value
   values key keys token tokens secret secrets auth user session cookie header headers body request response status
   state start stop end open close create update delete insert select from where join group limit offset count total
   first last next previous left right top bottom center width height color style theme dark light font icon button
   link menu form field label list map set get put post patch option options param params query filter sort order
   update upload import export class interface enum const let var return async await yield throw catch finally switch
   case break continue while new old this that with the and for not any all one two three python java kotlin swift rust
   golang perl php scala elixir haskell lua react vue angular svelte django flask rails spring laravel express
   nest next nuxt remix astro vite webpack babel jest mocha cypress selenium playwright storybook graphql rest grpc
   kafka rabbitmq elastic elasticsearch solr mongo cassandra sqlite mariadb spark hadoop airflow terraform ansible
   helm argo istio envoy consul vault nomad packer jupyterhub kibana grafana prometheus hadoop hdfs hive presto trino
   flink zookeeper tomcat jetty wildfly oracle sap weblogic deploy deployer deployment release releases version build
   monitor monitoring metrics trace tracing alert alerts cron batch schedule scheduler script scripts tool cli gui tui
   sdk plugin plugins extension extensions theme themes template templates layout layouts partial partials locale
   locales lang language i18n l10n fixture fixtures mock mocks stub stubs spec specs snapshot snapshots coverage lint
   format check verify validate validator parser lexer compiler runtime engine kernel driver device network proxy
   gateway router route routes endpoint middleware handler listener observer factory builder adapter bridge wrapper`
    .split(/\s+/)
    .filter(name => name !== ''),
)

/** False for what must stay a word: too common, too short, a number. */
export function isTellingName(name: string): boolean {
  if (name.length < 3 || COMMON_NAMES.has(name.toLowerCase()) || isFormatName(name)) return false
  return /\p{L}/u.test(name) && !/^\d+$/.test(name)
}

/** Folders below /home and /Users that belong to nobody. */
export function isSharedFolder(name: string): boolean {
  return /^(?:linuxbrew|shared|public|default|all users|default user|lost\+found)$/i.test(name)
}
