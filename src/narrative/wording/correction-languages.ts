import { isAscii } from '../../text/is-ascii.ts'

/** How people say in languages other than English that what was done is not what they wanted; in small letters. */
export function correctsElsewhere(said: string): boolean {
  return LATIN.some(words => words.test(said)) || (!isAscii(said) && EAST.some(words => words.test(said)))
}

const LATIN: readonly RegExp[] = [
  // German.
  /^(?:nein|nee?),? (?:ich (?:meinte|wollte|hab|sagte)|das (?:ist|war) (?:falsch|nicht|der falsche)|nicht (?:so|das|die|den)|so nicht|du (?:hast|solltest|sollst))/,
  /\bdas (?:ist|war) (?:falsch|nicht (?:das,? )?was ich|nicht richtig|so nicht richtig)|\bimmer noch (?:nicht|kaputt|falsch|d(?:er|en)(?:selben?)? fehler)|\b(?:geht|funktioniert|klappt) (?:immer noch|noch immer|weiterhin|leider immer noch) nicht\b/,
  /\bich (?:habe?|hatte) (?:doch |dir )?(?:gesagt|nicht gesagt|nie gesagt|nicht darum gebeten)|\bich meinte\b|\bso (?:war das|hab(?:e)? ich das) nicht (?:gemeint|gewollt)/,
  /\bdu hast .{0,80}(?:vergessen|kaputt ?gemacht|gelöscht|übersehen|ignoriert|missverstanden|zerstört)|\bwarum hast du\b(?!.{0,30}(?:gewählt|entschieden|verwendet))|^(?:bitte )?(?:mach|nimm|setz)\w* (?:das|es|die|alles|deine)\b.{0,40}\b(?:rückgängig|zurück)\b/,
  // French.
  /^non,? (?:ce n'est pas|c'est (?:faux|pas)|je (?:voulais|veux|n'ai)|tu (?:as|n'as|dois)|pas (?:ça|comme))|\bce n'est pas ce que (?:je|j')|\b(?:ça|cela) ne (?:marche|fonctionne) toujours pas|\btoujours (?:pas|la même erreur)\b/,
  /\btu as (?:oublié|cassé|supprimé|effacé|ignoré|mal compris)|^annule (?:ça|cela|tes|les|tout)|\bpourquoi (?:as-tu|tu as|t'as)\b|\bj'(?:ai|avais) (?:dit|demandé) (?:de|que|d'|pas)/,
  // Spanish.
  /^no,? (?:eso (?:no|está mal)|esto (?:no|está mal)|yo (?:dije|quería)|quise decir|así no)|\beso no es lo que\b|\bsigue sin funcionar|\b(?:todavía|aún) no funciona|\bsigue (?:fallando|dando (?:el mismo )?error)/,
  /\b(?:te )?olvidaste\b|\bhas (?:olvidado|roto|borrado)\b|\brompiste\b|^(?:deshaz|revierte)(?:lo)?\b|\bpor qué (?:has|hiciste|borraste|cambiaste|quitaste)\b|\bte (?:dije|pedí) (?:que|no)\b/,
]

const EAST: readonly RegExp[] = [
  // Chinese.
  /^(?:不对|错了|你错了|不是这样|这不对|这不是我|不是我[要想])|我(?:说|要|指)的(?:是|不是)|你(?:又)?(?:忘了|忘记|漏了|漏掉|弄坏|搞错|改错|删错|理解错|搞坏)|^(?:请)?(?:撤销|回滚|还原)|(?:还是|仍然|依然)(?:不行|报错|不对|有问题|失败|不工作|没有?(?:生效|变化|解决))|为什么(?:你)?(?:删|改|把|要删|要改)/,
  // Japanese.
  /^(?:いや|いえ|違います|違う|ちがう|そうじゃな|そうではな)|元に戻し|(?:まだ|やっぱり)(?:動か|動き|動いて|直っ|直り|エラー|失敗|同じ)|忘れて(?:い|る|ます)|なぜ.{0,20}(?:消し|変え|削除し|変更し)た|頼んで(?:い)?な|と言った(?:のに|はず)/,
  // Korean.
  /^아니(?:요|야)?[, ]|틀렸|되돌려|여전히 (?:안|오류|에러)/,
]
