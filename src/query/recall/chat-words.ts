/** Words as people write them. Recall takes their stems from chat-stems.ts, which `node scripts/chat-stems.ts` makes of these. */

/**
 * Words that people type at an assistant whatever the subject is. Alone they ask for nothing that an earlier session could
 * tell ("ok, run the tests again and push"), and beside others they say little about the subject. In a project of ten
 * sessions the index cannot know that: there each of them may well be rare.
 */
export const CHAT_WORDS: readonly string[] =
  `yes yep yeah yup no nope ok okay sure thanks thank thx please pls plz sorry hi hello hey cool nice great good
  fine perfect awesome excellent right correct exactly agreed wrong bad better best go going goes gone went continue proceed resume
  start started stop wait retry try tried tries again now next later today yesterday tomorrow morning moment fix fixed fixes fixing
  run runs running ran rerun test tests testing tested check checks checked look looks looking see seen sees saw make makes making
  made do does doing done add adds added adding remove removed removing delete deleted change changes changed changing update
  updates updated updating write writes writing wrote written rewrite create created creating implement implemented use used uses
  using want wants wanted need needs needed keep keeps kept put set give given take takes took help helps work works working worked
  think thought know knows knew understand explain describe say says said ask asked tell mean means meant feel seems seem guess
  maybe probably actually basically simply quickly quick also too still already always never ever often sometimes soon even
  new old first second third one two three four five both another every everything anything something nothing everyone someone
  thing things stuff part parts bit lot lots kind sort way ways case cases point idea ideas option options question questions
  answer answers problem problems issue issues error errors bug bugs fail fails failed failing failure failures break breaks broken
  broke code file files folder line lines function functions method class project repo repository branch commit commits commited
  committed push pushed pull merge merged pr review reviews diff build builds command commands script scripts step steps task tasks
  todo plan plans feature features version versions app user users people guys team customer customers
  instead without within between around against per via much many few less little big small large long short simple easy hard
  enough else whole different similar latest current currently previous previously properly correctly proper sense sure
  able possible necessary important happen happens happened happening show shows showing shown turn turns turned open opens opened
  close closed read reads reading call calls called move moved rename renamed replace replaced switch switched clean cleanup
  everywhere somewhere anywhere anymore since though although however whether either neither till unless
  im ive id dont doesnt didnt cant couldnt wont wouldnt isnt arent wasnt havent hasnt shouldnt lets thats whats gonna wanna
  gotta btw asap claude`
    .split(/\s+/)
    .filter(word => word !== '')

/** Words of all programming: beside others they tell something, alone hardly anything. */
export const TRADE_WORDS: readonly string[] =
  `access action actions active address agent agents api application approach argument arguments array async audit
  auto automatic automatically background backup base based basic behavior behaviour block button cache cached called cause check
  clear click client column columns comment comments common compare complete component components config configuration configure
  connect connection console container content context control convert copy count create cross current custom data database date
  debug default define defined definition delete dependencies dependency deploy deployed deployment design dev development dialog
  directory disable display doc docs documentation duplicate edge edit empty enable end endpoint ensure entry env environment event
  events example exception exclude exist existing exit expect expected export exported extension extra extract fallback fast fetch
  field fields filter final find flag flow font form format full general generate git github global group handle handled handler
  header headers helper hide history hook hooks host html icon ignore image images implementation import improve include index info
  init initial input insert inside install instance instructions integration interface internal item items job jobs json key keys
  label language layout left level library limit link links lint linter list load loading local location lock log logged logging
  logic login logs loop machine main manual map mark match max memory menu merge message messages metadata migrate migration min
  missing mobile mode model module monitor name names navigation network node note notes null number object old open operation
  option order output override package page pages panel parameter parse parser parsing pass path paths pattern performance
  permission permissions pipeline place plugin port post prefix prepare present prevent preview print process product production
  profile progress prompt property public publish query queue random range raw real reason record records refactor reference refresh
  register related release releases reload remote render rendering report request requests reset resolve response rest result
  results retry return root route row rows rule rules runtime save saved schema scope screen search section secure select send
  separate server servers service session settings setup share shell shorter sidebar sign simplify single site size skip slow
  solution source space spec specific split stack standard state status storage store string structure style styles support switch
  sync syntax system tab table tables tag tags target template temp terminal text theme time timeout title token tool tools total
  track tree trigger true truncate type types ui unit unknown unused update upgrade upload url usage valid validate validation value
  values variable various verify view warning warnings web website widget width window wrap write wrong yaml
  documentation adjust allow allowed appear appears assume assuming available avoid begin beginning clearly concern consider
  consistent correct describe detail details detect determine double early entire exact exactly expose extend extra follow following
  force further future handle handling have idea ignore immediately indicate involve issue manage manually modify multiple obvious
  otherwise overview perform produce provide purpose quick rather regard regards relevant remain repeat represent require required
  respond review separate several show similar simple simplify specify strange suggest suggestion summary surprising unfortunately
  upcoming useful usual weird worth readme changelog md txt ts tsx js jsx py css toml yml rs go`
    .split(/\s+/)
    .filter(word => word !== '')

/** The same in other languages that are written with spaces: what every sentence has. */
export const OTHER_STOP_WORDS: readonly string[] =
  `der die das den dem des ein eine einen einem einer und oder aber nicht kein keine ist sind war waren wird werden
  wurde haben hat hatte kann können soll sollte muss müssen ich du er sie es wir ihr mich mir uns euch mit von zu zum zur bei nach aus
  auf für über unter vor hinter durch gegen ohne um an am im wie was wer wo wann warum welche welcher wenn dann dass weil als auch nur
  noch schon mal bitte danke weiter wieder jetzt hier dort mach mache machen schreib schreibe anlegen lege füge ändere seite neue
  le la les un une des du de et ou mais pas ne est sont était dans sur pour par avec sans ce cette ces que qui quoi où quand comment
  pourquoi je tu il elle nous vous ils mon ma mes ton ta tes son sa ses faire fais peux peut merci s'il plaît
  el los las una unos unas y o pero no es son era en sobre para por con sin este esta estos estas que quien cuando como porque yo tú
  él ella nosotros mi tu su hacer haz puede puedes gracias favor
  o os as um uma uns umas e mas não é são em no na nos nas por com sem isto isso que quem quando como porque eu ele ela nós fazer faz
  pode obrigado
  het een en of maar niet is zijn was in op voor met zonder dit dat deze die wie wat waar wanneer hoe waarom ik jij hij zij wij maak
  kan kunnen graag bedankt`
    .split(/\s+/)
    .filter(word => word !== '')
