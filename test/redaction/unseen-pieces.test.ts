import { expect, test } from 'vitest'
import { createRandom } from './pieces.ts'
import { UNSEEN_KEYS } from './unseen-keys.ts'
import { drawCard, encodeBase58Check, encodeBech32, makeIban } from './unseen-pieces.ts'

test('checksums are those of the published examples', () => {
  const address = Buffer.from('0062e907b15cbf27d5425399ebf6f0fb50ebb88f18', 'hex')
  expect(encodeBase58Check(address)).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')
  const publicKey = Buffer.from('7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e', 'hex')
  expect(encodeBech32('npub', publicKey)).toBe('npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg')
  expect(drawCard(createRandom(1), '411111111111111', 16)).toBe('4111111111111111')
  expect(makeIban('GB', 'WEST12345698765432')).toBe('GB82WEST12345698765432')
})

test('keys of wallets begin as such keys begin', () => {
  const first = (name: string) => UNSEEN_KEYS.find(kind => kind.name === name)?.make(createRandom(7)).value ?? ''
  expect(first('bitcoin-wif')).toMatch(/^[KL]\w{51}$/)
  expect(first('bitcoin-wif-old')).toMatch(/^5\w{50}$/)
  expect(first('xprv')).toMatch(/^xprv\w{107}$/)
  expect(first('nostr-key')).toMatch(/^nsec1\w{58}$/)
})
