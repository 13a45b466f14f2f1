/**
 * Makes docs/generated from the contract and the settings: the OpenAPI document, the errors, the states, the settings. With
 * --check it changes nothing and fails where a file differs, so that what is checked in cannot fall behind.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiOf } from '@countersign/contract/openapi'
import { refusalsOf } from '@countersign/contract/operation'
import { catalogueOf, operations } from '@countersign/contract/operations'
import { Settings } from '../server/src/config.ts'
import { VERSION } from '../server/src/service.ts'
import { states } from './generate-states.ts'

const FOLDER = fileURLToPath(new URL('../docs/generated/', import.meta.url))
const MADE = '<!-- Made by `npm run generate`; do not edit. -->'

const errors = (): string => {
  const sections = catalogueOf(operations).map((entry) => {
    const where = operations.filter((o) => refusalsOf(o).includes(entry)).map((o) => `\`${o.id}\``)
    const everywhere = where.length === operations.length || where.length === 0
    const retry = { never: 'no: change the call first', safe: 'yes', later: 'yes, after `Retry-After`' }[entry.retry]
    return `## ${entry.code}

${entry.meaning} ${entry.recovery}

| | |
|---|---|
| Status | ${entry.status} |
| Same call, same key again? | ${retry} |
| Given by | ${everywhere ? 'any operation' : where.join(', ')} |
`
  })
  return `${MADE}

# Errors

Every refusal names a \`code\`, a \`message\` and the \`request_id\`. The code is stable and is what programs look at; the
message says what happened and what to do next, and may change.

${sections.join('\n')}`
}

const settings = (): string => {
  const rows = Object.entries(Settings.properties).map(([name, schema]) => {
    const { description = '', default: preset } = schema as {
      description?: string
      default?: string | number | boolean
    }
    const needed = (Settings.required as readonly string[]).includes(name) && preset === undefined
    return `| \`${name}\` | ${needed ? '**required**' : preset === undefined ? 'none' : `\`${String(preset)}\``} | ${description} |`
  })
  return `${MADE}

# Settings

Read from the environment once, at start; every fault is reported at once.

| Name | Default | What it is for |
|---|---|---|
${rows.join('\n')}
`
}

const FILES: Readonly<Record<string, () => string>> = {
  'openapi.json': () =>
    `${JSON.stringify(openApiOf(operations, { version: VERSION, base_url: 'http://127.0.0.1:8787' }), null, 2)}\n`,
  'errors.md': errors,
  'states.md': () => states(MADE),
  'settings.md': settings,
}

const checking = process.argv.includes('--check')
mkdirSync(FOLDER, { recursive: true })
const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
for (const [name, make] of Object.entries(FILES)) {
  const text = make()
  if (read(FOLDER + name) === text) continue
  if (checking) {
    console.error(`docs/generated/${name} is behind the code: run \`npm run generate\``)
    process.exitCode = 1
  } else {
    writeFileSync(FOLDER + name, text)
    console.log(`wrote docs/generated/${name}`)
  }
}
