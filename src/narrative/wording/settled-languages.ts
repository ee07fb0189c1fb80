import { isAscii } from '../../text/is-ascii.ts'

/** Rules in languages other than English; in small letters, questions apart. */
export function settlesElsewhere(said: string): boolean {
  return (
    (LATIN_HINT.test(said) && LATIN.some(words => words.test(said))) ||
    (!isAscii(said) && EAST.some(words => words.test(said)))
  )
}

/** Whether it may be one of these languages: a pattern that is not asked need not be made ready. */
export function mayBeElsewhere(said: string): boolean {
  return LATIN_HINT.test(said) || !isAscii(said)
}

const LATIN_HINT =
  /\b(?:nie|niemals|immer|nicht|kein|keine[nrms]?|nur|wir|bitte|nimm|schreib|bleib|tabu|fall|stattdessen|sofort|jetzt|ne|jamais|toujours|pas|rien|on|nunca|siempre|no|mejor|usa|pon|deja|haz|prefiero|utilise|prends|garde|place)\b|n'|plut/

const LATIN: readonly RegExp[] = [
  // German.
  /\b(?:auf keinen fall|nur noch|stattdessen|ab (?:jetzt|sofort))\b/,
  /\bbitte (?:immer|nie(?:mals)?|nicht|keine?[nrms]?|nur)\b|^(?:nicht|nie(?:mals)?|immer|nur) (?!noch|wieder|mehr|d(?:as|er|ie|en) (?!\S+ \S+[eä]?n(?![\wäöü]))|so|wenn|ein|wieder|bei|manchmal|halb)(?:.*[^\s.]n[.!]*$|(?:mit|auf|in|im|als) )/,
  /^(?!.*\bnoch\b).*\b(?:nie(?:mals)?|nicht|niemals) \S*en[.!]*$/,
  /^keine? (?!ahnung|fehler|probleme?|sorge|lust|zeit|idee|änderung\b)\S+ ?\S*/,
  /(?:^|\bund |, )wir (?:nehmen|verwenden|benutzen|nutzen|bleiben|setzen auf|machen keine?|wollen keine?|haben uns)\b/,
  /^[a-zäöüß]+(?:en|er|e|n) [a-zäöü]+en immer (?:mit|auf|in|als|klein|groß)\b/,
  /\b(?:sind|ist) tabu\b|, nicht (?:die|der|das|den|in|im|mit|als)\b|^nimm (?:lieber|doch)|^schreib\S* .* auf (?:deutsch|englisch)\b|^bleib(?:en wir)? bei\b|, nie \S/,
  // French.
  /^(?:s'il te plaît,? )?(?:ne |n')\S+ (?:jamais|pas|plus|rien)\b|^toujours \S+(?:er|ir|re)\b|\bà la place\b|\bplutôt \S|^(?:utilise|prends|garde) .*, pas |^on (?:reste|utilise|prend|garde|n'utilise)\b/,
  // Spanish.
  /^(?:mejor )?(?:usa|pon|deja|haz)\b.*\b(?:en lugar de|en vez de|siempre)\b|^mejor usa\b|^prefiero (?:que|la|el|usar)\b|^nunca (?:uses|toques|cambies|borres|modifiques|\S+[aei]r)\b|^siempre (?:usa|\S+(?:ar|er|ir))\b|^no (?:toques|uses|cambies|borres|modifiques|a[ñn]adas)\b/,
]

const EAST: readonly RegExp[] = [
  // Chinese.
  /不要|禁止|不准|一律|统一[用使]|改[用为]|以后(?:都|.{0,12}用)|只[能准]用|(?<!为什么)必须|(?:^|[，,])(?:永远|始终)[用要不]|别[用改动删]|不能(?:修改|用|使用|改|删)|而不是/,
  // Japanese.
  /ないで(?:ください)?[。！]?$|てはいけ|てはだめ|ではなく|必ず(?!失敗|エラー|しも|落ち|出).*(?:ください|こと|する|残す|して)[。！]?$|にしましょう|使わない(?:で|こと)|を使って(?:ください|[。、]|$)/,
  // Korean.
  /하지 ?마|반드시|로 하자/,
]
