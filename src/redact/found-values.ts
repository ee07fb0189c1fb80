import { isTellingName } from './common-names.ts'
import { createFoundValue, type FoundValue, HOST, type Naming, note, OWN_NAMES, reachOf, USER } from './found-value.ts'
import type { Prompt } from './host-names.ts'
import { placeholderOf } from './placeholder.ts'
import type { HitPlace } from './redaction.ts'
import type { Rule } from './rule.ts'

const MAX_PROMPTS = 10_000

/** Every value found so far, once each. */
export class FoundValues {
  /** Rules whose placeholders are known when they are met. */
  readonly names: ReadonlySet<string>
  private readonly kept: ReadonlySet<string>
  private readonly byValue = new Map<string, FoundValue>()
  private readonly users = new Map<string, FoundValue>()
  private readonly prompts = new Map<string, { readonly user: string; readonly found: FoundValue }>()
  private readonly numbers = new Map<string, number>()
  private isNumbered = false

  constructor(rules: readonly Rule[], keep: readonly string[]) {
    this.names = new Set([...rules.map(({ name }) => name), ...OWN_NAMES])
    this.kept = new Set(keep.flatMap(value => [value, value.toLowerCase()]))
  }

  isKept(value: string): boolean {
    return this.kept.size > 0 && (this.kept.has(value) || this.kept.has(value.toLowerCase()))
  }

  /** The value by its text, made if it is new; undefined if somebody wants to keep it. A better name replaces the first. */
  get(value: string, naming: Naming, make: () => FoundValue): FoundValue | undefined {
    const known = this.byValue.get(value)
    if (!known) {
      if (this.isKept(value)) return undefined
      const found = make()
      this.byValue.set(found.value, found)
      if (this.isNumbered) this.number(found)
      return found
    }
    if (naming.weight > known.naming.weight && !this.isNumbered) {
      known.naming = naming
      known.reach = reachOf(value, naming.category)
    }
    return known
  }

  /** A user whose name stands in a home folder. */
  addUser(user: string): FoundValue | undefined {
    const key = user.toLowerCase()
    const known = this.users.get(key)
    if (known || this.isNumbered || !isTellingName(user) || this.isKept(user)) return known
    const found = { ...createFoundValue(user, USER, 'word'), isAnyCase: true }
    this.users.set(key, found)
    return found
  }

  addHost(host: string): void {
    if (!isTellingName(host)) return
    const found = this.get(host, HOST, () => createFoundValue(host, HOST, 'word'))
    if (found) found.isAnyCase = true
  }

  /** A host beside a user of whom it may turn out later that it is one. */
  addPrompt({ user, host, hostAt }: Prompt, text: string, place: HitPlace): void {
    if (!isTellingName(host) || this.isKept(host)) return
    const key = `${user.toLowerCase()}@${host}`
    const known = this.prompts.get(key)
    if (!known && this.prompts.size >= MAX_PROMPTS) return
    const found = known?.found ?? { ...createFoundValue(host, HOST, 'word'), isAnyCase: true }
    this.prompts.set(key, { user, found })
    note(found, place, text, hostAt, hostAt + host.length)
  }

  /** Hosts of users that turned out to be known. */
  settlePrompts(): void {
    for (const { user, found } of this.prompts.values()) {
      if (!this.users.has(user.toLowerCase())) continue
      const known = this.byValue.get(found.value)
      if (!known) this.byValue.set(found.value, found)
      else if (known.count === 0) Object.assign(known, { ...found, naming: known.naming })
    }
  }

  all(): readonly FoundValue[] {
    return [...this.byValue.values(), ...this.users.values()]
  }

  /**
   * Gives every value its placeholder: numbers go by first occurrence, for each name apart. What was only ever part of
   * something else comes last.
   */
  numberAll(): void {
    const all = this.all()
    for (const found of all) if (found.count > 0) this.number(found)
    for (const found of all) if (found.count === 0) this.number(found)
    this.isNumbered = true
  }

  private number(found: FoundValue): void {
    if (found.fixedPlaceholder !== undefined) {
      found.placeholder = found.fixedPlaceholder
      return
    }
    const { rule } = found.naming
    const number = (this.numbers.get(rule) ?? 0) + 1
    this.numbers.set(rule, number)
    found.placeholder = placeholderOf(rule, number)
  }
}
