/**
 * Makes docs/journeys.md from the acceptance suite, docs/specification.md from the contract and the conformance kit, docs/generated from the contract and the settings (the OpenAPI document, the errors, the states, the settings),
 * packages/sdk/src/generated and python/src/pursestrings/_generated and what SQL needs of it from the contract, and from a migrated database the schema, its diagrams and the types of its
 * tables: a PostgreSQL is needed, as for the tests. With --check it changes nothing and fails where a file differs, so that what is
 * checked in cannot fall behind.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiOf } from '@pursestrings/contract/openapi'
import { operations } from '@pursestrings/contract/operations'
import { Settings } from '../../server/src/platform/config.ts'
import { errorIndex } from '../../server/src/platform/pages/error-pages.ts'
import { VERSION } from '../../server/src/platform/version.ts'
import { readTree } from '../check/modules/check-modules.ts'
import { journeys, journeysText } from './journeys.ts'
import { pythonFiles } from './python/python-files.ts'
import { contractSql, tableTypes } from './schema/contract-sql.ts'
import { diagrams } from './schema/diagrams.ts'
import { modulesOf, readCatalogue } from './schema/read-catalogue.ts'
import { schemaSql } from './schema/schema-sql.ts'
import { formatted, sdkFiles } from './sdk/sdk-files.ts'
import { specification } from './specification.ts'
import { states } from './states.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MADE = '<!-- Made by `npm run generate`; do not edit. -->'

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

Read from the environment once, at startup. If any are invalid, the service lists all of them and doesn't start.

| Name | Default | What it is for |
|---|---|---|
${rows.join('\n')}
`
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const checking = process.argv.includes('--check')
const change = (file: string, said: string, make: () => void): void => {
  if (checking) {
    console.error(`${file} is behind the code: run \`npm run generate\``)
    process.exitCode = 1
  } else {
    make()
    console.log(`${said} ${file}`)
  }
}
const keepFile = (file: string, text: string): void => {
  if (read(ROOT + file) !== text) change(file, 'wrote', () => writeFileSync(ROOT + file, text))
}

// The database that is read below is made with it.
keepFile('server/schema/platform/postgres.contract.sql', contractSql())

keepFile('docs/journeys.md', journeys(MADE, ROOT))
// The document that is made below tells them; where they changed, the next run tells the new ones.
const contract = formatted('packages/contract/src/', { 'journeys.ts': journeysText(operations, ROOT) })
for (const [name, text] of Object.entries(contract)) keepFile(`packages/contract/src/${name}`, text)

const tree = readTree(ROOT)
const catalogue = await readCatalogue()
const sqlModules = modulesOf(catalogue, tree)

const documents = (): Record<string, string> => ({
  'openapi.json': `${JSON.stringify(openApiOf(operations, { version: VERSION, base_url: 'http://127.0.0.1:8787' }), null, 2)}\n`,
  'errors.md': errorIndex(MADE, operations),
  'states.md': states(MADE),
  'settings.md': settings(),
  'schema.sql': schemaSql(sqlModules, tree),
  'schema.md': diagrams(MADE, sqlModules),
})

/** The folder ends up with these files, and with no others beside its folders. */
const keep = (folder: string, files: Readonly<Record<string, string>>): void => {
  mkdirSync(ROOT + folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) keepFile(folder + name, text)
  for (const entry of readdirSync(ROOT + folder, { withFileTypes: true })) {
    const file = folder + entry.name
    if (entry.isFile() && !(entry.name in files)) change(file, 'removed', () => rmSync(ROOT + file))
  }
}

keepFile('docs/specification.md', specification(MADE))
keep('docs/generated/', documents())
keep(
  'server/src/platform/postgres/generated/',
  formatted('server/src/platform/postgres/generated/', tableTypes(catalogue.relations)),
)
keep('packages/sdk/src/generated/', formatted('packages/sdk/src/generated/', sdkFiles(operations)))
keep('python/src/pursestrings/_generated/', pythonFiles(operations, VERSION))
