import type { Attack } from './attack.ts'

const LURE = 'test/browser/web-key.test.ts'
const USE = 'test/browser/web-key-use.test.ts'
const ACCESS = 'test/web-access.test.ts'
const SERVER = 'test/web-server.test.ts'
const OPEN = 'test/web-open.test.ts'

export const PAGE_KEY_ATTACKS: readonly Attack[] = [
  {
    attack:
      'A server on another port of this host, visited from the page: link, redirect, image, frame, form, fetch, opened window',
    outcome:
      'All that it received was tried as key, cookie, code and whole set of headers, for an answer and for a change: every one was refused.',
    test: { file: LURE, name: 'that a person is lured to from the page gets nothing that opens it' },
  },
  {
    attack: 'Cookies of the browser, and the storage of another port',
    outcome: 'There is no cookie, and another port finds no key in its storage.',
    test: {
      file: LURE,
      name: 'is told no cookie of ours and no address, and what it could make of them is tried for real',
    },
  },
  {
    attack: 'A link on a foreign page to a session',
    outcome: 'The person sees the session; the foreign page learns nothing.',
    test: { file: LURE, name: 'a foreign page cannot use a link to ours for anything but looking at it' },
  },
  {
    attack: 'The cookie of an earlier release, replayed',
    outcome: 'It opens nothing, and the token that it held is deleted.',
    test: { file: ACCESS, name: 'opens nothing, and what it held is no token any more' },
  },
  {
    attack: 'The cookie of an earlier release, still in a browser that sends it to every port',
    outcome: 'The first look at the page takes it away, for every port.',
    test: { file: ACCESS, name: 'is taken away, whatever port it was for, and no other with it' },
  },
  {
    attack: 'The printed address, opened a second time',
    outcome: 'The code in it works once; the second browser is told so.',
    test: { file: USE, name: 'is told when the address was opened before, and that one with a key does not mind' },
  },
  {
    attack: 'The printed address, found in the history of the browser',
    outcome: 'The page takes the code out of the address before it does anything else.',
    test: { file: USE, name: 'has an address without the code, also on the way back' },
  },
  {
    attack: 'The clock of the machine, set back or forward by a year, to keep a code alive',
    outcome:
      'A code is as old as the server says, by a clock that nobody sets: ten minutes, whatever the date is. Keys of browsers have no date.',
    test: { file: ACCESS, name: 'works for ten minutes, however the clock of the machine is set meanwhile' },
  },
  {
    attack: 'Codes with other times, salts or signatures, of another server, or of an earlier run',
    outcome: 'Refused.',
    test: { file: ACCESS, name: 'cannot be made from another one, nor by whoever does not know the token' },
  },
  {
    attack: 'A program that has taken the port, asked by `open` whether it is ours',
    outcome: 'It hears a random number and nothing else; it cannot prove that it knows the token, and gets no code.',
    test: { file: OPEN, name: 'says so where another program has the port, and tells it no secret' },
  },
  {
    attack: 'A copy of the folder of hashed keys',
    outcome: 'Names of files are hashes under the token: no key can be made from one.',
    test: { file: ACCESS, name: 'is one for each, kept as a hash for its owner alone' },
  },
  {
    attack: 'A key, a code, the token and an open stream after `open --new-key`',
    outcome: 'All are worthless at the server that runs, and the stream ends.',
    test: {
      file: ACCESS,
      name: 'makes keys, codes and the token of before worthless at a server that runs, and ends its streams',
    },
  },
  {
    attack: 'The file of a key, put back after `open --new-key`',
    outcome: 'It opens nothing: it belongs to the token of before.',
    test: { file: ACCESS, name: 'holds also where a key was left behind: a file alone opens nothing' },
  },
  {
    attack: 'A page that is open while its key is made worthless',
    outcome: 'It says so, shows nothing more, and asks nothing until somebody does.',
    test: { file: USE, name: 'lock a page that is open, which says so and does not ask again and again' },
  },
  {
    attack: 'A change asked for with the key of a browser, but not by our page',
    outcome: 'Refused without our own Origin.',
    test: { file: ACCESS, name: 'changes something only for a page of ours, and the token of programs does it alone' },
  },
  {
    attack: 'A foreign name that points to this machine (DNS rebinding)',
    outcome: 'Turned away before anything is looked at, the exchange of codes included.',
    test: { file: SERVER, name: 'that gives its name to this machine (%s) is turned away' },
  },
  {
    attack: 'The page without a key',
    outcome: 'It is the same for everybody and holds nothing of what is kept.',
    test: {
      file: SERVER,
      name: 'is the same at each of its addresses for everybody, and holds nothing of what is kept',
    },
  },
]
