import type { InputRow, LossRow, Row, TurnRow } from '../view/row.ts'
import { idOf } from './id-of.ts'
import { lossHtml, type PageLosses, pageReport } from './loss-report.ts'
import { markdownHtml, plainText } from './markdown.ts'
import { sessionContent, turnContent } from './rows/frame.ts'
import { INPUT_WORDS } from './rows/talk.ts'
import { timeHtml } from './rows/words.ts'
import { type Html, html, NOTHING } from './safe-html.ts'

/** For a reader whose browser runs no scripts: the header, turns, prompts and answers; nothing to be opened. */
export function plainRow(row: Row): Html | undefined {
  if ('isRewound' in row && (row.isRewound || row.depth > 0)) return undefined
  switch (row.kind) {
    case 'session':
      return html`<header class="row row-session plain-row">${sessionContent(row)}</header><h2 class="sr">Conversation</h2>`
    case 'turn':
      return html`<div class="row row-turn plain-row"${turnId(row)}>${turnContent(row)}</div>`
    case 'input':
      return plainInput(row)
    case 'answer':
      return html`<article class="row row-answer talk plain-row" aria-label="Answer"${uuidId(row.uuid)}>${markdownHtml(row.text)}</article>`
    default:
      return undefined
  }
}

/** The last row: what was left out for want of scripts as well. */
export function plainLoss(row: LossRow, losses: Pick<PageLosses, 'hidden' | 'odd'>): Html {
  const page = { ...losses, title: 'Not shown with scripts off', isWhole: false, otherTurns: 0, isStartLeftOut: false }
  return html`<div class="row row-loss plain-row">${lossHtml(pageReport(row, page))}</div>`
}

function turnId(row: TurnRow): Html {
  return html` id="${`turns=${row.number}`}"`
}

function uuidId(uuid: string | undefined): Html {
  const id = idOf(uuid)
  return id === undefined ? NOTHING : html` id="${id}"`
}

function plainInput(row: InputRow): Html {
  const words = [INPUT_WORDS[row.source], row.note].filter(text => text !== '').join(', ')
  const head = html`<p class="card-head"><span class="source">${words === '' ? 'Prompt' : words}</span> ${timeHtml(row.at)}</p>`
  const fold = row.fold
    ? html`<p class="left-out">${row.fold.lines} lines left out</p>${plainText(row.fold.end)}`
    : NOTHING
  const answers = row.questions.map(
    part => html`<p>${part.question} <strong>${part.answer ?? 'no answer'}</strong></p>`,
  )
  const media = row.media.map(part => html`<p class="quiet">[${part.name} ${part.mediaType}]</p>`)
  return html`<article class="row row-input card plain-row" aria-label="Prompt"${uuidId(row.uuid)}>${head}${row.text !== '' && plainText(row.text)}${fold}${answers}${media}</article>`
}
