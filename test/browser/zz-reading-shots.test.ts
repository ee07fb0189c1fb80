import { mkdirSync } from 'node:fs'
import { test } from 'vitest'
import { demoOptions, openWeb, settled } from './web-harness.ts'

const OUT = '/tmp/rp-shots'
test('shots', async () => {
  mkdirSync(OUT, { recursive: true })
  const { web, open } = await openWeb(demoOptions())
  const list = await web.json<{ sessions: { name: string; turns: number; title: string; agents: number }[] }>('/sessions')
  console.log(list.sessions.map(s => `${s.name} ${s.turns} ${s.agents} ${s.title}`).join('\n'))
  const biggest = list.sessions.toSorted((a, b) => b.turns - a.turns)[0]
  const { page, log, close } = await open(`/session/${biggest?.name}`)
  await settled(page)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `${OUT}/first.png` })
  console.log(JSON.stringify(log, undefined, 1))
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${OUT}/opened.png` })
  await page.keyboard.press('3')
  await page.waitForTimeout(700)
  await page.screenshot({ path: `${OUT}/tools.png` })
  await page.keyboard.press('4')
  await page.waitForTimeout(900)
  await page.screenshot({ path: `${OUT}/all.png` })
  await page.keyboard.press('2')
  await page.keyboard.press('i')
  await page.waitForTimeout(900)
  await page.screenshot({ path: `${OUT}/inspect.png` })
  console.log(page.url())
  console.log(JSON.stringify(log, undefined, 1))
  await close()
  const phone = await open(`/session/${biggest?.name}`, { width: 390, height: 844, colorScheme: 'dark' })
  await settled(phone.page)
  await phone.page.waitForTimeout(900)
  await phone.page.screenshot({ path: `${OUT}/phone.png` })
  await phone.close()
}, 120000)
