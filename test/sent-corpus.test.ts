import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listTranscripts, openTranscript, proveSent } from './client/prove-sent.ts'
import { CORPUS } from './corpus.ts'

const CLIENTS = join(CORPUS, '..', 'client-transcripts')
const hasClients = existsSync(CLIENTS)
if (!hasClients) console.log(`${CLIENTS} is not there: tests of recorded requests did not run`)

/** The client's long prose is filler there, so no digest can fit; that must be said of each and never be thrown. */
describe.runIf(hasClients)('requests that a real client recorded', () => {
  const folder = join(CLIENTS, '2.1.327')

  test('every message that a request names is found, in the log or in the conversation', () => {
    const counts = new Map<string, number>()
    for (const path of listTranscripts(folder)) {
      const rebuilder = openTranscript(path)
      for (const request of rebuilder.log.sends.flatMap(({ attempts }) => attempts)) {
        const { messages, check, system, tools } = rebuilder.rebuild(request)
        expect({ path, missing: check.missing, lostMarks: check.lostMarks }).toEqual({
          path,
          missing: [],
          lostMarks: 0,
        })
        expect(system.length * tools.length).toBeGreaterThan(0)
        for (const { from, fits } of messages) {
          const name = `${from}${fits ? '' : ' changed'}`
          counts.set(name, (counts.get(name) ?? 0) + 1)
        }
      }
    }
    for (const name of ['blob', 'blob changed', 'answer', 'line', 'lines']) expect(counts.get(name)).toBeGreaterThan(0)
  })

  test('none is called verified', () => {
    const { requests, verified, problems } = proveSent(folder)
    expect(requests).toBeGreaterThan(200)
    expect([verified, problems.length]).toEqual([0, requests])
    expect(new Set(problems.map(line => /digest (\w+)/.exec(line)?.[1]))).toEqual(new Set(['differs']))
  })

  test('retries stand under the one they repeat', () => {
    const sends = listTranscripts(folder).flatMap(path => openTranscript(path).log.sends)
    expect(sends.filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(0)
    for (const { attempts } of sends) expect(new Set(attempts.map(({ digest }) => digest)).size).toBe(1)
  })

  test.each(['2.0.77', '2.1.50', '2.1.150'])('%s recorded none', version => {
    expect(proveSent(join(CLIENTS, version)).requests).toBe(0)
  })
})
