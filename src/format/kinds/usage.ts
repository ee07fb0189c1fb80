import type { FieldTable } from '../fields.ts'

/** `message.usage`: repeated on every line of an API message; the line with most output tokens is the true one. */
export const USAGE = {
  input_tokens: ['number', 'Input tokens neither read from nor written to the cache.'],
  output_tokens: ['number', 'Output tokens; too small before 2.1.97 on lines without `stop_reason`.'],
  cache_creation_input_tokens: ['number', 'Input tokens written to the cache.'],
  cache_read_input_tokens: ['number', 'Input tokens read from the cache.'],
  cache_creation: [
    'object',
    'The written tokens by lifetime: `{ephemeral_5m_input_tokens, ephemeral_1h_input_tokens}`. Since 1.0.98.',
  ],
  service_tier: ['string|null', '`standard`; null on lines made by the client.'],
  server_tool_use: ['object', '`{web_search_requests, web_fetch_requests}`, billed apart. Since 2.0.55.'],
  inference_geo: ['string', 'Where it ran: `not_available`, empty, `global`. Since 2.1.17.'],
  iterations: ['array', 'The same numbers per inner request, each with a `type`. Since 2.1.38, filled since 2.1.98.'],
  speed: ['string', '`standard` or `fast`. Since 2.1.41.'],
  fallback_credit: ['any', 'Null in every recorded file. Since 2.1.327.'],
  output_tokens_details: ['object', '`{thinking_tokens}`, a part of `output_tokens`. Since 2.1.20x.'],
} as const satisfies FieldTable
