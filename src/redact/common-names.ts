/**
 * Names of users and hosts that say nothing about anybody, and first names that are everyday words in code or English:
 * these are taken out in a path or a prompt only, never as a word of a text.
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
   trace tripp vance victor violet wolf young apple amazon google meta oracle azure aws gcp cloud`
    .split(/\s+/)
    .filter(name => name !== ''),
)

/** False for what must stay a word: too common, too short, a number. */
export function isTellingName(name: string): boolean {
  return name.length >= 3 && !COMMON_NAMES.has(name.toLowerCase()) && /\p{L}/u.test(name) && !/^\d+$/.test(name)
}

/** Folders below /home and /Users that belong to nobody. */
export function isSharedFolder(name: string): boolean {
  return /^(?:linuxbrew|shared|public|default|all users|default user|lost\+found)$/i.test(name)
}
