// Made by scripts/chat-stems.ts from chat-words.ts and the stop words of search: change those, and run it.
export const CHAT_STEMS: ReadonlySet<string> = new Set(
  `a aber abl about actual ad add after again against agre al all alreadi also although alwai am an and ander ani
  anlegen anoth answer anymor anyth anywher app ar arent around as asap ask at au auch auf avec awesom bad basic be
  becaus bedankt been befor bei best better between big bit bitt both branch break broke broken btw bug build but by
  call can cant case ce cett chang check class claud clean cleanup close code com command comment commit como con
  continu convers cool correct correctli could couldnt creat cuando current custom da dan dank dann dass dat de delet
  dem den der describ deze did didnt die diff differ dit do doe doesnt don done dont dort down du durch dure e each
  easi een ein einem einen einer either el ela ell ella els em en enough er era error es est esta esto et etait eu
  euch even ever everi everyon everyth everywher exactli excel explain fai fail failur fair favor faz fazer featur
  feel few file find fine first five fix folder for found four from fuge function fur further gegen get give given go
  goe gone gonna good got gotta graag gracia great guess gui ha haben hacer had happen hard hasnt hat hatt have havent
  haz he hei hello help her here het hi hier hij him hinter hoe how howev i ich id idea if ihr ik il im implement
  import in instead into is isn isnt isso issu ist isto it iv je jetzt jij just kan kann keep kein kept kind knew know
  konnen kunnen la larg last later latest le lege less let like line littl ll lo long look lot ma maak maar mach
  machen made mai make mal mani mayb me mean meant merci merg met method mi mich mir mit moment mon more morn most
  move much muss mussen my na nach nao ne necessari need neither neue never new next nice nicht niet no noch nope nor
  nosotro not noth nou now nur o obrigado oder of off often ohn ok okai old on onc onli op open option or os other ou
  our out over own pa par para part peopl per perfect pero peut peux pl plait plan pleas plz pode point por porqu
  possibl pour pourquoi pr previou previous probabl problem proce project proper properli pued pull push put quand
  quando que quem question qui quick quickli quien quoi ran re read realli rememb remov renam replac repo repositori
  rerun resum retri review rewrit right run s s'il sa sai said same san sao saw schon schreib script se second see
  seem seen seit sem sens session set she short should shouldnt show shown sie similar simpl simpli sin sinc sind
  small so sobr soll sollt some someon someth sometim somewher son sont soon sorri sort start step still stop stuff su
  such sur sure switch t ta take task te team tell test than thank that the thei their them then there these thi thing
  think third those though thought three through thx till time to todai todo tomorrow ton too took tri try tu turn two
  uber um uma un una und under understand unless uno unter until up updat us user ve veri version via von voor vor vou
  wa waar waarom wai wait wann wanna wanneer want war waren warum wasn wasnt wat we weil weiter welch welcher wenn
  went wer werden were what when where whether which while who whole whom whose why wie wieder wij will wir wird with
  within without wo wont work would wouldnt write written wrong wrote wurd y ye yeah yep yesterdai yet yo you your yup
  zij zijn zonder zu zum zur`.split(/\s+/),
)

export const TRADE_STEMS: ReadonlySet<string> = new Set(
  `access action activ address adjust agent allow api appear applic approach argument arrai assum async audit auto
  automat avail avoid background backup base basic begin behavior behaviour block button cach call caus changelog
  check clear clearli click client column comment common compar complet compon concern config configur connect consid
  consist consol contain content context control convert copi correct count creat cross css current custom data
  databas date debug default defin definit delet depend deploi deploy describ design detail detect determin dev
  develop dialog directori disabl displai doc document doubl duplic earli edg edit empti enabl end endpoint ensur
  entir entri env environ event exact exactli exampl except exclud exist exit expect export expos extend extens extra
  extract fallback fast fetch field filter final find flag flow follow font forc form format full further futur gener
  git github global go group handl handler have header helper hide histori hook host html icon idea ignor imag immedi
  implement import improv includ index indic info init initi input insert insid instal instanc instruct integr
  interfac intern involv issu item job js json jsx kei label languag layout left level librari limit link lint linter
  list load local locat lock log logic login loop machin main manag manual map mark match max md memori menu merg
  messag metadata migrat min miss mobil mode model modifi modul monitor multipl name navig network node note null
  number object obviou old open oper option order otherwis output overrid overview packag page panel paramet pars
  parser pass path pattern perform permiss pipelin place plugin port post prefix prepar present prevent preview print
  process produc product profil progress prompt properti provid public publish purpos py queri queue quick random rang
  rather raw readm real reason record refactor refer refresh regard regist relat releas relev reload remain remot
  render repeat report repres request requir reset resolv respond respons rest result retri return review root rout
  row rs rule runtim save schema scope screen search section secur select send separ server servic session set setup
  sever share shell shorter show sidebar sign similar simpl simplifi singl site size skip slow solut sourc space spec
  specif specifi split stack standard state statu storag store strang string structur style suggest summari support
  surpris switch sync syntax system tab tabl tag target temp templat termin text theme time timeout titl token toml
  tool total track tree trigger true truncat ts tsx txt type ui unfortun unit unknown unus upcom updat upgrad upload
  url us usag usual valid valu variabl variou verifi view warn web websit weird widget width window worth wrap write
  wrong yaml yml`.split(/\s+/),
)
