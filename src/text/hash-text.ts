/**
 * 32 hexadecimal digits that follow from a text: for names of files, where equal texts must meet and others must not by
 * chance. No protection against somebody who looks for two alike; for that there is `node:crypto`, which takes
 * milliseconds to load.
 */
export function hashText(text: string): string {
  const state = SEEDS.map(seed => seed ^ text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    for (let lane = 0; lane < state.length; lane++) {
      const mixed = Math.imul((state[lane] as number) ^ code, MULTIPLIERS[lane] as number)
      state[lane] = mixed ^ (mixed >>> 15)
    }
  }
  // Each lane takes in what the others came to, so that no two are alike for texts that differ in one place.
  for (let round = 0; round < state.length; round++) {
    const sum = state.reduce((total, lane) => Math.imul(total ^ lane, 0x85ebca6b) ^ (total >>> 13), round)
    for (let lane = 0; lane < state.length; lane++) {
      state[lane] = Math.imul((state[lane] as number) ^ sum, MULTIPLIERS[lane] as number) ^ (sum >>> (lane + 7))
    }
  }
  return state.map(lane => (lane >>> 0).toString(16).padStart(8, '0')).join('')
}

const SEEDS = [0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c]
const MULTIPLIERS = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f]
