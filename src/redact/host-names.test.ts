import { describe, expect, test } from 'vitest'
import { localHostAt, promptAt } from './host-names.ts'

function checkPrompt(text: string): string | undefined {
  const prompt = promptAt(text, text.indexOf('@'))
  return prompt && `${prompt.user} ${prompt.host}`
}

function checkLocal(text: string): string | undefined {
  return localHostAt(text, text.search(/\.(?:local|lan)/))?.host
}

describe('a prompt', () => {
  test.each([
    ['maria@castle:~/work$ ls', 'maria castle'],
    ['[maria@castle work]$ ls', 'maria castle'],
    ['maria@castle ~ % ls', 'maria castle'],
    ['maria@castle.local:~$', 'maria castle'],
  ])('is %j', (text, expected) => expect(checkPrompt(text)).toBe(expected))

  test.each([
    'git@github.com:owner/name',
    'maria@mail.example',
    'import x from "@scope/name"',
    'node@20',
    'maria@localhost:~$',
  ])('is not %j', text => expect(checkPrompt(text)).toBeUndefined())
})

describe('a machine of a home network', () => {
  test.each([
    ['ssh marias-laptop.local', 'marias-laptop.local'],
    ['http://castle.local/x', 'castle.local'],
    ['maria@castle.lan', 'castle.lan'],
    ['ping nas01.lan', 'nas01.lan'],
    ['castle.local:8080', 'castle.local'],
  ])('stands in %j', (text, expected) => expect(checkLocal(text)).toBe(expected))

  test.each([
    '.env.local',
    'settings.local.json',
    '~/.local/bin',
    'thread.local',
    'vite-config.local',
    'en.language',
    'a.localhost',
  ])('does not stand in %j', text => expect(checkLocal(text)).toBeUndefined())
})
