// `npm run docs`: writes the pages that are made from tables in the code. Tests fail when a page and its table differ.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXPORT_SCHEMA_FILE, exportSchemaText } from '../src/render/index-page/index-schema.ts'
import { SESSION_SCHEMA_FILE, sessionSchemaText } from '../src/render/json/schema/session-schema.ts'
import { formatCliDocs } from '../src/surfaces/cli/cli-docs.ts'
import { API_PAGE, renderApiPage } from './docs-api.ts'
import { PAGES, renderFormatPages } from './docs-format.ts'
import { MCP_PAGE, renderMcpPage } from './docs-mcp.ts'
import { renderSecurityPage, SECURITY_PAGE } from './docs-security.ts'
import { renderStorePage, STORE_PAGE } from './docs-store.ts'
import { renderToolsPage, TOOLS_PAGE } from './docs-tools.ts'

writeFileSync(fileURLToPath(new URL('../docs/cli.md', import.meta.url)), formatCliDocs())
mkdirSync(PAGES, { recursive: true })
for (const [name, text] of renderFormatPages()) writeFileSync(join(PAGES, name), text)
writeFileSync(TOOLS_PAGE, renderToolsPage())
writeFileSync(STORE_PAGE, renderStorePage())
writeFileSync(API_PAGE, renderApiPage())
writeFileSync(MCP_PAGE, renderMcpPage())
writeFileSync(SECURITY_PAGE, renderSecurityPage())
writeFileSync(fileURLToPath(new URL(`../${SESSION_SCHEMA_FILE}`, import.meta.url)), sessionSchemaText())
writeFileSync(fileURLToPath(new URL(`../${EXPORT_SCHEMA_FILE}`, import.meta.url)), exportSchemaText())
