import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const artifact = defineTool({
  names: ['Artifact'],
  about: 'Publishes a page and gives its address.',
  seen: 'code only',
  input: {
    action: ['string', 'What to do.'],
    file_path: ['string', 'The page.'],
    path: ['string', 'The page.'],
    url: ['string', 'A page that is out already.'],
    title: ['string', 'Its title.'],
    description: ['string', 'What it shows.'],
    icon: ['string', 'A sign for it.'],
    favicon: ['string', 'A sign for it.'],
    label: ['string', 'Name of the version.'],
  },
  result: {
    url: ['string', 'Its address.'],
    artifact_id: ['string', 'Its id.'],
    version: ['string|number', 'Which version.'],
    title: ['string', 'Its title.'],
    icon: ['string', 'A sign for it.'],
    audience: ['string', 'Who can see it.'],
    contract: ['string', 'Terms of the client.'],
    path: ['string', 'The page.'],
    seq: ['number', 'Counts the versions.'],
    updated: ['boolean', 'It was there before.'],
    liveSubscription: ['string|object|boolean', 'Whether it follows the file.'],
    read: ['object', 'When read: `{url, bytes, code, codeText, durationMs, result}`.'],
    artifactRead: ['object', 'When read: `{slug, ver}`.'],
  },
  headline: input =>
    oneLine(oneLine(input.title) || oneLine(input.file_path) || oneLine(input.path) || oneLine(input.url)),
})
