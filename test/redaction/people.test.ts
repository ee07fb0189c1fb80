import { describe, expect, test } from 'vitest'
import { createRedactor } from '../../src/redact/create-redactor.ts'
import { RULES } from '../../src/redact/rules/table.ts'
import { OPTIONS } from './measure.ts'
import { createRandom, DIGITS, draw, UPPER } from './pieces.ts'

const random = createRandom(97)

function findIn(text: string, takesPeople: boolean): readonly (readonly [string, string])[] {
  const redactor = createRedactor({ ...OPTIONS, takesPeople })
  redactor.learnText(text, { session: '', agentId: undefined, line: 1 })
  return redactor.seal().hits.map(({ rule, value }) => [rule, value])
}

/** With the check digit that makes the sum of Luhn a multiple of ten, tried rather than computed as the rule does. */
function makeCard(first: string, length: number): string {
  const body = first + draw(random, DIGITS, length - first.length - 1)
  return body + Array.from(DIGITS).find(last => luhn(body + last) % 10 === 0)
}

function luhn(digits: string): number {
  const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]
  return Array.from(digits)
    .reverse()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? Number(digit) : (doubled[Number(digit)] as number)), 0)
}

/** By the big number that ISO 7064 speaks of. */
function makeAccount(country: string, body: string): string {
  const number = BigInt(
    `${body}${country}00`.replaceAll(/[A-Z]/g, letter => String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10)),
  )
  return `${country}${String(98n - (number % 97n)).padStart(2, '0')}${body}`
}

function group(text: string, sizes: readonly number[], between: string): string {
  const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size, 0))
  return ends.map((end, at) => text.slice(end - (sizes[at] as number), end)).join(between)
}

describe('payment cards and accounts', () => {
  test('are taken out without being asked for, written in one or in groups', () => {
    for (const [first, length, sizes] of [
      ['4', 16, [4, 4, 4, 4]],
      ['53', 16, [4, 4, 4, 4]],
      ['2301', 16, [4, 4, 4, 4]],
      ['37', 15, [4, 6, 5]],
      ['6011', 16, [4, 4, 4, 4]],
      ['36', 14, [4, 6, 4]],
    ] as const) {
      const card = makeCard(first, length)
      for (const value of [card, group(card, sizes, ' '), group(card, sizes, '-')])
        for (const text of [`card ${value}, valid`, `{"number":"${value}"}`, `CARD=${value}\n`])
          expect(findIn(text, false), text).toEqual([['payment-card', value]])
    }
  })
  test('are known by the checksum of their country', () => {
    for (const account of [
      makeAccount('DE', draw(random, DIGITS, 18)),
      makeAccount('GB', draw(random, UPPER, 4) + draw(random, DIGITS, 14)),
      makeAccount('FR', draw(random, DIGITS, 23)),
      makeAccount('NO', draw(random, DIGITS, 11)),
    ]) {
      expect(findIn(`to ${account} today`, false)).toEqual([['iban', account]])
      const written = (account.match(/.{1,4}/g) ?? []).join(' ')
      expect(findIn(`IBAN: ${written} BIC COBADEFF`, false)).toEqual([['iban', written]])
      const wrong = account.slice(0, -1) + ((Number(account.slice(-1)) + 1) % 10)
      expect(findIn(`to ${wrong} today`, false)).toEqual([])
    }
  })
  test('are kept where a number only looks like one', () => {
    const card = makeCard('4', 16)
    for (const text of [
      'pay with 4242 4242 4242 4242, 4111111111111111 or 5555-5555-5555-4444',
      'to DE89 3704 0044 0532 0130 00 or GB29NWBK60161331926819',
      `ms 1731950000000 us 1731950000000000 ns 1731950000000000000`,
      `"id": ${card}, order_id=${card}, "timestamp":${card}`,
      `0.${card} ${card}.5 -${card} v${card} ${card}px /${card}/ #${card}`,
      `${random.uuid()} ${random.hex(40)} ${draw(random, '13579', 24)}`,
      `card ${card.slice(0, -1)}${(Number(card.slice(-1)) + 1) % 10}`,
      '4:16:4 4000-5000 4096 8192 4194304 4294967295 4503599627370496',
    ])
      expect(findIn(text, false), text).toEqual([])
  })
})

const REACH: readonly (readonly [rule: string, text: string, value: string])[] = [
  ['phone', 'call +49 170 5412987 today', '+49 170 5412987'],
  ['phone', 'call +44 (20) 7946-1234 today', '+44 (20) 7946-1234'],
  ['phone', 'or (415) 867-5309.', '(415) 867-5309'],
  ['phone', '"phone": "030 901820"', '030 901820'],
  ['ip-address', 'from 93.184.117.34 port 22', '93.184.117.34'],
  ['ip-address', 'http://93.184.117.34:8080/x', '93.184.117.34'],
  ['ip-address', 'from 2a02:8109:9c40:1f00::7', '2a02:8109:9c40:1f00::7'],
  ['mac-address', 'ether 3c:22:fb:9a:01:7e txqueuelen', '3c:22:fb:9a:01:7e'],
  ['coordinates', 'at 52.52093, 13.40946 now', '52.52093, 13.40946'],
  ['coordinates', '{"lat": 52.520931, "x": 1}', '52.520931'],
  ['national-id', 'ssn 536-22-8726', '536-22-8726'],
  ['national-id', 'cpf 390.533.447-05', '390.533.447-05'],
  ['national-id', 'NINO: AB 12 34 56 C', 'AB 12 34 56 C'],
  ['national-id', 'Steuer-ID: 86 095 742 719', '86 095 742 719'],
  ['national-id', 'DNI 12345678Z', '12345678Z'],
]

describe('telephones, addresses, places and national ids', () => {
  test('are taken out where somebody asks for it, and only there', () => {
    for (const [rule, text, value] of REACH) {
      expect(findIn(text, true), text).toContainEqual([rule, value])
      expect(findIn(text, false), text).toEqual([])
    }
  })
  test('are kept where they are nobody’s, versions, times or code', () => {
    for (const text of [
      '127.0.0.1 10.0.0.7 192.168.1.20 172.16.0.1 169.254.169.254 192.0.2.1 203.0.113.9 8.8.8.8 0.0.0.0 255.255.255.0',
      'Chrome/120.0.6099.109 version 4.18.300.77 v12.100.20.30 1.2.3.4 file-10.20.130.4.tgz',
      '::1 fe80::1 2001:db8::7 12:34:56 2026:11:18',
      '@@ -120,7 +120,9 @@ +02:00 +1,234,567 x+12345678 1e+10 a +15',
      '2026-11-18 555-0123 (212) 555-0123 10-20-3000 1234-56-7890',
      'fill="M 12.34567,89.01234 56.78901,23.45678" [1.23456, 2.34567, 3.45678]',
      '00:00:00:00:00:00 ff:ff:ff:ff:ff:ff SHA256 3c:22:fb:9a:01:7e:11:22 de:ad',
      '000-12-3456 666-12-3456 900-12-3456 078-05-1120',
      'tel: see below; phone: string; fax = undefined; mobile: 375px',
    ])
      expect(findIn(text, true), text).toEqual([])
  })
  test('are the only rules that wait for it', () => {
    const waiting = new Set(RULES.filter(({ isOnRequest }) => isOnRequest).map(({ name }) => name))
    expect([...waiting].sort()).toEqual(['coordinates', 'ip-address', 'mac-address', 'national-id', 'phone'])
  })
})
