import { test } from 'vitest'
import { makeWorld } from './keep-world.ts'
import { FILES, openSearcher } from './search-world.ts'
test('try', async () => {
  const world = makeWorld(FILES)
  const report = await world.sync()
  const s = openSearcher(world)
  for (const q of (process.env.Q ?? '').split('|')) {
    const a = s.search(q)
    console.log('###', q, '->', a.step, a.total, a.notes)
    for (const h of a.hits) console.log('  ', h.shortId, h.turn, h.role, h.step, h.score, JSON.stringify(h.snippet.slice(0,70)), h.matched.join(','), 'also', h.alsoIn.map(x=>x.shortId).join(), h.isRewound?'REW':'', h.agent??'', h.agentType??'', 'more', h.more)
  }
  for (const t of (process.env.T ?? '').split(';').filter(Boolean)) console.log(t, s.keep.store.all(t).slice(0,20))
  s.close()
})
