/**
 * Whether somebody leaves a choice to whoever asked: `you decide`, `whatever you think is best`. That is no decision of
 * theirs. Something else said with it is: `you decide, but no new packages`.
 */
export function leavesIt(text: string): boolean {
  const parts = text
    .toLowerCase()
    .replace(/[’´`]/g, "'")
    .replace(/\([^)]*\)|["“”„«»*_]/g, ' ')
    .split(/[.!?;:,…。！？，；\n]+|\s[-–—]+\s|\bbut\b|\baber\b|\bmais\b|\bpero\b/)
    .map(part => part.replace(/\s+/g, ' ').trim())
    .filter(part => part !== '' && !IDLE.test(part))
  return parts.length > 0 && parts.length <= MAX_PARTS && parts.every(part => LEAVES.some(words => words.test(part)))
}

const MAX_PARTS = 6
/** Said with it, and nothing by itself. */
const IDLE =
  /^(?:ok|okay|oh|hm+|well|yes|yeah|no|sure|please|thanks|thank you|honestly|really|fine|good|claude|ja|nein|bitte|danke|oui|non|merci|sí|si|no sé|gracias|idk|i don'?t know|not sure|i'?m not sure)$/

const LEAD = "(?:(?:ok|okay|well|hm+|honestly|just|please|so|then|and|i think|i guess|i'd say|no|yes|sure|here) )*"
const TAIL = '(?: (?:really|honestly|here|then|please|claude|too|as well|now|for me|on (?:this|that) one))*'

function whole(...phrases: readonly string[]): RegExp {
  return new RegExp(`^${LEAD}(?:${phrases.join('|')})${TAIL}$`, 'u')
}

const BEST =
  '(?:(?: (?:it |that |this )?(?:is|are|looks|seems|works?|makes|feels))?(?: (?:the )?(?:most )?(?:best|better|right|sensible|appropriate|good|fit|fits|easiest|simplest|cleanest|sense))?)'

const LEAVES: readonly RegExp[] = [
  whole(
    "(?:you|claude)(?: can| may| should| get to|'ll)? (?:decide|choose|pick|judge)(?: (?:it|that|this|one|for me|freely|yourself))?(?: (?:what|which|how|whether|where|between|whatever)\\b.*)?",
    'let (?:claude|you|the model|the agent) (?:decide|choose|pick)',
    "(?:it'?s |that'?s |this is )?(?:entirely |totally |all |completely )?(?:up to you|your (?:call|choice|decision|pick))",
    "(?:i'?ll |i |i'?d )?leave (?:it|that|this|the (?:choice|decision))(?: up)? to you",
    `(?:do |use |go with |pick |choose |take )?what(?:ever)? you(?:'d| would)? (?:think|prefer|like|want|decide|recommend|suggest|feel|consider|choose|see)${BEST}`,
    `(?:use |go with |pick |choose )?(?:whichever|whatever)(?: (?:one|option))?(?: you (?:think|prefer|like|want|recommend|suggest|feel|choose))?${BEST}`,
    'as you (?:like|wish|prefer|see fit|think best|please)',
    "dealer'?s choice|surprise me|you'?re the (?:expert|boss|engineer|developer)",
    '(?:i )?trust (?:you|your (?:judge?ment|call|choice|instincts?))(?: on (?:this|that|it))?',
    '(?:use|go with|follow) your (?:own |best )?(?:judge?ment|recommendation|suggestion|gut|instincts?|discretion)',
    "(?:i have |i'?ve )?no (?:strong )?(?:preference|opinion)|i don'?t (?:really )?(?:care|mind|have (?:a|any) (?:preference|opinion))|don'?t care",
    '(?:either|any|both|all)(?: (?:one|option|of (?:them|these|those)|way))*(?: (?:is|are|works?|will do|would be))?(?: (?:fine|ok|okay|good|great|for me|with me|by me))*',
    "(?:it |that )?(?:doesn'?t|does not) matter(?: to me)?",
  ),
  whole(
    '(?:das )?(?:entscheide?|entscheidest) (?:du|selbst)(?: selbst)?|du entscheidest(?: selbst)?|(?:das ist )?deine (?:entscheidung|wahl)',
    "(?:mach(?:'s| es| das)? )?(?:so )?wie du (?:willst|magst|meinst|denkst|möchtest)|(?:ist |das ist )?(?:mir )?(?:ganz )?egal",
    '(?:das |die wahl )?überlass\\w* ich dir|ich überlass\\w* (?:es|das) dir|such dir (?:was|etwas|eins|eines) aus|was du für (?:richtig|besser|gut|am besten|sinnvoll) hältst',
  ),
  whole(
    "(?:c'est )?(?:à )?toi (?:de|qui) (?:décider|décides|choisir|choisis|voir|vois)|comme tu (?:veux|préfères|le sens|voudras)|peu importe|ça m'est égal",
    'je te (?:laisse (?:choisir|décider)|fais confiance)|(?:à )?ton choix|au choix|tu (?:décides|choisis)',
  ),
  whole(
    't[úu] (?:decides|eliges)|(?:decide|elige|escoge) t[úu]|como (?:quieras|prefieras|veas)|lo que (?:t[úu] )?(?:quieras|prefieras|creas|veas|consideres)(?: mejor| conveniente)?',
    'me da igual|(?:te )?lo dejo (?:a ti|en tus manos|a tu criterio)|a tu (?:criterio|elección|gusto)',
    'você decide|tanto faz|como (?:quiser|preferir)|(?:fica )?a seu critério|decidi tu|scegli tu|fai tu|come (?:vuoi|preferisci)',
  ),
  /^(?:你(?:来)?(?:决定|定|选)(?:吧|就好|就行)?|由你(?:决定|来定)(?:吧)?|你看着办(?:吧)?|随(?:你|便)(?:吧)?|都(?:可以|行)|听你的|(?:お)?任せ(?:します|る|ます)|(?:どちら|どれ)でも(?:いい|良い|構わない|構いません)(?:です)?|あなたが決めて(?:ください)?|알아서 ?(?:해|해줘|하세요)?|네가 (?:결정해|정해)줘?|맡길게요?|상관없(?:어|어요|음)|решай сам|на твоё усмотрение|как хочешь|без разницы|вс[её] равно)$/u,
]
