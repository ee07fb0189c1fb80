/**
 * How a prompt speaks, whatever it is about. Who asks why, says that something is broken or speaks of last time wants what
 * is known; who orders something new ("add", "let people", "X should") wants work done, and shares words with old sessions
 * by chance. Known by words, of a few languages: what is not known is neither.
 */
export interface PromptManner {
  /** "again", "last time", "we decided": something that was said is meant. */
  readonly looksBack: boolean
  /** A question for what is known: "why", "how do we"; not "can you add". */
  readonly asks: boolean
  /** Something is wrong: "fails", "slow", "twice". */
  readonly complains: boolean
  /** Something new is ordered, and none of the above is said. */
  readonly orders: boolean
}

export function readManner(prompt: string): PromptManner {
  // Once for all: to look for words in any case takes several times as long, and a hook does it cold.
  const words = prompt.toLowerCase()
  const isTrouble = COMPLAINS.test(words)
  const isOrder = isOrdered(words, isTrouble)
  const looksBack = MEANS_EARLIER.test(words) || (!isOrder && SAYS_AGAIN.test(words))
  const asks = ASKS.test(words) || (!isOrder && /[?？]/.test(words))
  return {
    looksBack,
    asks,
    complains: isTrouble && !isOrder,
    orders: isOrder && !looksBack && !asks,
  }
}

const MEANS_EARLIER =
  /\b(?:last time|back then|we (?:decided?|agreed?|chose|had|did|used to|talked|fixed|discussed|settled?)|didn'?t we|did we|as (?:before|usual|discussed)|like before|remember|letztes mal|schon mal|damals|hatten wir)\b|前回|以前|でしたか|上次|之前/
/** Beside an order it tells nothing: "send a mail when it is back in stock". */
const SAYS_AGAIN =
  /\b(?:again|last (?:week|month)|earlier|previous(?:ly)?|still|already|same (?:as|error|problem|issue|thing|way)|regress\w*|came back|(?:is|are) back|wieder)\b|また|又/

const ASKS =
  /(?:^|[\n.,:;?!] *|\b(?:and|but|so|or|know|me) )(?:why|how(?! about)|what|where|which|when|who|is there|isn'?t|did|does|do we|are we|warum|wieso|weshalb|wie|welche[rsnm]?|wo|wann|womit)\b|\b(?:why|how) (?:do|did|does|is|are)\b|ですか|ますか|でしたか|なぜ|どこ|どう|何[日時故が]|为什么|怎么|什么|多少|哪|吗/

const COMPLAINS =
  /\b(?:fail(?:s|ed|ing|ure)?|errors?|exception|broken?|breaks|crash(?:es|ed)?|hangs?|stuck|slow|wrong|los[et]s?|loses|missing|twice|duplicates?d?|kill(?:s|ed)|leak(?:s|ing)?|rejected|refuses?|complains?|complaints?|can'?t|cannot|doesn'?t|don'?t|didn'?t|isn'?t|not (?:work|found|allowed)\w*|no longer|nan|drain|flaky|stutters?|drifts?|drops?|timeout|timed out|out of memory|oom\w*|expires?|exhausted|vanish(?:es)?|damaged|panics?|overflow|off by|4\d\d|50\d|fehler\w*|schlägt|geht nicht|kaputt|hängt|bricht|weist|meldet|obwohl|falsch|doppelt|leere?)\b|失敗|エラー|ずれ|切れ|できな|ません|おかし|二重|失败|错误|报错|死锁|崩溃|不到|用光|超时/

/** An error is no wish, whatever "must" or "should" it holds. */
const IS_ERROR = /^[\w.:[\] -]{0,60}(?:error|exception|fatal|panic)/

const MAY_IT = /^(?:can|could|would) (?:the|a|an|our|people|users|each|every)\b[^?\n]*$/

function isOrdered(words: string, isTrouble: boolean): boolean {
  if (IS_ERROR.test(words)) return false
  if (!isTrouble && GERMAN_WISH.test(words)) return true
  return MAY_IT.test(words) || beginsWithVerb(words) || WISHES.test(words) || ORDERS_CJK.test(words)
}

/** What people say before the verb. */
const POLITE = `(?:(?:please|pls|ok|okay|now|next|also|then|and|great|thanks|first|hi|hey|bitte|jetzt|dann|(?:can|could|would|will) (?:you|we)|i(?:'d| would) like (?:you )?to|i (?:want|need)(?: you)? to|we (?:want|need|have|should) (?:to )?|let(?:'s| us)|maybe|just|try to|help me(?: to)?|kannst du|könn(?:en wir|test du)|ich möchte|wir wollen)[ ,:!]+)*`
/** Verbs that make something. Not those that touch what is there, as "fix", "raise", "revert": what was said of it matters. */
const MAKES = `add allow annotate anonymise anonymize append archive ask autoscale build bump cache calibrate classify color colour
  compare compress compute convert copy count create define delete deploy describe design display distill document
  draft draw embed enable encode encrypt evaluate exclude expose extend export fill generate give group hide highlight
  ignore implement import include insert install integrate introduce invent keep let limit link list log make mark
  measure migrate mock mount move offer open package parse pin plot port post prepare print produce provide prune
  publish put quantise quantize reduce refactor rename render reorder replace report return rewrite rotate schedule
  send share show sign sort split store style subscribe support switch sync tag test track translate upgrade upload
  use validate vendor warn wrap write bau baue druck drucke ergänz ergänze erstell erstelle erzeuge exportiere füg
  füge implementier implementiere importiere leg lege mach mache nimm schreib schreibe sortiere stell stelle übersetz
  übersetze verschieb verschiebe zeichne zeig zeige`
const BEFORE_VERB = new RegExp(`^[\\s"'(]*${POLITE}`)
const FIRST_WORD = /^[a-zäöüß]+(?![\w'-])/
let verbs: ReadonlySet<string> | undefined

function beginsWithVerb(words: string): boolean {
  const rest = words.replace(BEFORE_VERB, '')
  verbs ??= new Set(MAKES.split(/\s+/))
  return verbs.has(FIRST_WORD.exec(rest)?.[0] ?? '') || rest.startsWith('set up ')
}

const WISHES =
  /^[^?？\n]*\b(?:should(?! i\b| we\b)|needs? (?:a|an|to)|must|(?:want|wants|would like) (?:a|an|to|the|our)|we (?:need|want)|i (?:want|need) (?:a|an)|sollen?|hinzufügen|einbauen|anlegen|brauchen (?:eine?n?|noch))\b[^?？\n]*(?:\n|$)/
/** A verb at the end and no question: "die Dateien nach Datum sortieren"; no verb at all: "Bitte eine Seite über …". */
const GERMAN_WISH =
  /^bitte eine?n?\b|^(?![^?\n]*\b(?:warum|wieso|wie|wann|wo|was|wer|welche\w?|haben|sind|wurden|waren|werden)\b)(?=[^?\n]*\b(?:der|die|das|ein|eine|einen|den|dem|vom|beim|auf|für|mit|und)\b)[^?\n]*[a-zäöüß]{3}(?:en|ern|eln)[.!]?$/
const ORDERS_CJK =
  /(?:して|作って|書いて|付けて|変えて|増やして|くれ|くださ(?:い|る)|したい|たい|ようにする|にする|対応する|表示する|追加する|作成する)[。！!\s]*$|^(?:请|給|给|把|写|增加|添加|新增|做|支持|实现|加)|支持|(?:打印|显示(?!不)|生成|增加|加上|添加|放到)/
