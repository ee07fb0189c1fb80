/**
 * Whether somebody leaves a choice to whoever asked: `you decide`, `whatever you think is best`. That is no decision of
 * theirs. Something else said with it is: `you decide, but no new packages`; and so is an answer that was offered as such
 * (`labels`), but for one that offers to leave it.
 */
export function leavesIt(text: string, labels: readonly string[] = []): boolean {
  const known = labels.some(label => plain(label) === plain(text)) ? LEAVES : [...LEAVES, ...SUITS]
  const parts = text
    .replace(SMILEY, ' ')
    .toLowerCase()
    .replace(/[’´`]/g, "'")
    .replace(/["“”„«»*_~]/g, ' ')
    .split(/[.!?;:,…。！？，；、()[\]{}/\n]+|\s[-–—]+\s|\bbut\b|\baber\b|\bmais\b|\bpero\b/)
    .map(part => part.replace(/\s+/g, ' ').trim())
    .filter(part => part !== '' && !IDLE.test(part))
  return parts.length > 0 && parts.length <= MAX_PARTS && parts.every(part => known.some(words => words.test(part)))
}

function plain(text: string): string {
  return text.trim().toLowerCase()
}

/** Pictures, with the signs that colour and join them, and faces made of signs. */
const SMILEY =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|(?<=^|[\s\p{L}.!?])(?:[:;=8]['-]?[)(DPpO|/]+|\^[_.]?\^|<3|[xX]D)(?=$|[\s.!?,])/gu
const MAX_PARTS = 6
/** Said with it, and nothing by itself. */
const IDLE =
  /^(?:ok|okay|oh|hm+|well|yes|yeah|no|sure|please|thanks|thank you|honestly|really|fine|good|claude|ja|nein|bitte|danke|oui|non|merci|sí|si|no sé|gracias|idk|dunno|i don'?t know|not sure|i'?m not sure|recommended)$/

const LEAD =
  "(?:(?:ok|okay|well|hm+|honestly|just|please|so|then|and|or|oh|i think|i guess|i'd say|no|yes|yeah|sure|here|idk|dunno|i don'?t know|not sure|bitte|ok dann) )*"
const TAIL =
  '(?: (?:really|honestly|here|then|please|claude|too|as well|now|for me|thanks|lol|haha|on (?:this|that) one|based on .+))*'

function whole(...phrases: readonly string[]): RegExp {
  return new RegExp(`^${LEAD}(?:${phrases.join('|')})${TAIL}$`, 'u')
}

const BEST =
  '(?:(?: (?:it |that |this )?(?:is|are|looks|seems|works?|makes|feels))?(?: (?:the )?(?:most )?(?:best|better|right|sensible|appropriate|good|fit|fits|easiest|simplest|cleanest|sense))?)'

const LEAVES: readonly RegExp[] = [
  whole(
    "(?:you|claude|the model|the agent)(?: can| may| should| get to|'ll)? (?:decide|choose|pick|judge)s?(?: (?:it|that|this|one|for me|freely|yourself|the rest|the details))?(?: (?:what|which|how|whether|where|between|whatever)\\b.*)?",
    "(?:(?:i'?ll|i will|i'?d|i would|i) )?let (?:claude|you|the model|the agent) (?:decide|choose|pick)(?: (?:it|that|this|one|for me|yourself|(?:what|which|how|whether|where|between|about|on)\\b.*))?",
    'decide|(?:decide|choose|pick)(?: (?:it|that|one))?(?: (?:for me|yourself|for yourself|freely|on your own))',
    'you know (?:best|better)|(?:i )?defer to (?:you|your \\w+)',
    "(?:it'?s |that'?s |this is )?(?:entirely |totally |all |completely )?(?:up to you|your (?:call|choice|decision|pick))",
    "(?:i'?ll |i |i'?d )?leave (?:it|that|this|the (?:choice|decision))(?: up)? to you",
    `(?:do |use |go with |pick |choose |take )?what(?:ever)? you(?:'d| would)? (?:think|prefer|like|want|decide|recommend|suggest|feel|consider|choose|see)${BEST}`,
    `(?:use |go with |pick |choose )?(?:whichever|whatever)(?: (?:one|option))?(?: you (?:think|prefer|like|want|recommend|suggest|feel|choose))?${BEST}`,
    'as you (?:like|wish|prefer|see fit|think best|please)',
    "dealer'?s choice|surprise me|you'?re the (?:expert|boss|engineer|developer)",
    '(?:i )?trust (?:you|your (?:judge?ment|call|choice|instincts?))(?: on (?:this|that|it))?',
    '(?:(?:use|go with|follow) )?your (?:own |best )?(?:judge?ment|recommendation|suggestion|gut|instincts?|discretion)',
    "(?:i have |i'?ve )?no (?:strong )?(?:preference|opinion)|i don'?t (?:really )?(?:care|mind|have (?:a|any) (?:preference|opinion))|don'?t care",
    "(?:it |that )?(?:doesn'?t|does not) matter(?: to me)?",
  ),
  whole(
    '(?:das )?(?:entscheide?|entscheidest) (?:du|selbst)(?: selbst)?|du entscheidest(?: selbst)?|(?:das ist )?deine (?:entscheidung|wahl)',
    "(?:mach(?:'s| es| das)? )?(?:so )?wie du (?:willst|magst|meinst|denkst|möchtest)|(?:ist |das ist )?(?:mir )?(?:ganz )?egal",
    '(?:das |die wahl )?überlass\\w* ich dir|ich überlass\\w* (?:es|das) dir|such dir (?:was|etwas|eins|eines) aus|(?:(?:mach|nimm) )?was du für (?:richtig|besser|gut|am besten|sinnvoll) hältst',
  ),
  whole(
    "(?:c'est )?(?:à )?toi (?:de|qui) (?:décider|décides|choisir|choisis|voir|vois)|comme tu (?:veux|préfères|le sens|voudras)|peu importe|ça m'est égal",
    'je te (?:laisse (?:choisir|décider)|fais confiance)|(?:à )?ton choix|au choix|tu (?:décides|choisis)|(?:décide|choisis) (?:toi-même|pour moi)',
  ),
  whole(
    't[úu] (?:decides|eliges)|(?:decide|elige|escoge) t[úu]|como (?:quieras|prefieras|veas)|lo que (?:t[úu] )?(?:quieras|prefieras|creas|veas|consideres|digas)(?: mejor| conveniente)?',
    'me da igual|(?:te )?lo dejo (?:a ti|en tus manos|a tu criterio)|a tu (?:criterio|elección|gusto)',
    'você decide|tanto faz|como (?:quiser|preferir)|(?:fica )?a seu critério|decidi tu|scegli tu|fai tu|come (?:vuoi|preferisci)',
  ),
  /^(?:你(?:来)?(?:决定|定|选)(?:吧|就好|就行)?|由你(?:决定|来定)(?:吧)?|你看着办(?:吧)?|随(?:你|便)(?:吧)?|都(?:可以|行)|听你的|(?:お)?(?:任|まか)せ(?:します|る|ます|で)?|(?:どちら|どれ)でも(?:いい|良い|構わない|構いません)(?:です)?|あなたが決めて(?:ください)?|알아서 ?(?:해|해줘|하세요)?|네가 (?:결정해|정해)줘?|맡길게요?|상관없(?:어|어요|음)|решай сам|на твоё усмотрение|как хочешь|без разницы|вс[её] равно)$/u,
]

/** Whatever it is, it will do. `both` or `all` alone is an answer. */
const SUITS: readonly RegExp[] = [
  whole(
    '(?:either|any|both|all|anything|everything|whatever)(?: (?:one|option|of (?:them|these|those)|way))* (?:works?|will do|(?:is|are|would be|looks?|sounds?) (?:fine|ok|okay|good|great|all right|alright))(?: (?:for|with|by) me)*',
    '(?:either|any|both|all|anything|whatever)(?: (?:one|option|of (?:them|these|those)|way))* (?:fine|ok|okay)(?: (?:for|with|by) me)*',
  ),
]
