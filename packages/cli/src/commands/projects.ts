/** `projects`: places for API keys, with which programs ask for agent payments. */
import { INPUTS } from '@pursestrings/sdk/inputs'
import type { Command } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'

const list = async ({ profiles, output }: Run): Promise<void> => {
  const projects = await merchantOf(profiles.read()).projects.list().toArray()
  output.table(
    { projects },
    ['PROJECT', 'CREATED', 'NAME'],
    projects.map((one) => [one.project_id, one.created_at, one.name]),
  )
}

const create = async ({ profiles, output }: Run, { name }: { name: string }): Promise<void> => {
  const { project } = await merchantOf(profiles.read()).projects.create({ name })
  output.fields({ project }, [['project', `${project.name} (${project.project_id})`]])
  output.note(`Then: pursestrings projects create-key ${project.project_id} --name <name>`)
}

const keys = async ({ profiles, output }: Run, project_id: string): Promise<void> => {
  const api_keys = await merchantOf(profiles.read()).apiKeys.list(project_id).toArray()
  output.table(
    { api_keys },
    ['KEY', 'ENDS IN', 'STATUS', 'LAST USE', 'NAME'],
    api_keys.map(({ api_key_id, last_four, revoked_at, last_used_at, name }) => [
      api_key_id,
      last_four,
      revoked_at === null ? 'works' : 'revoked',
      last_used_at ?? 'never',
      name,
    ]),
  )
}

const createKey = async ({ profiles, output }: Run, project_id: string, { name }: { name: string }): Promise<void> => {
  const created = await merchantOf(profiles.read()).apiKeys.create(project_id, { name })
  output.fields(created, [
    ['key', `${created.api_key.name} (${created.api_key.api_key_id})`],
    ['secret', `${created.secret}   (shown only once)`],
  ])
  output.note('Send it in the header x-svc-api-key.')
}

const rename = async ({ profiles, output }: Run, project_id: string, { name }: { name: string }): Promise<void> => {
  const { project } = await merchantOf(profiles.read()).projects.update(project_id, { name })
  output.fields({ project }, [['project', `${project.name} (${project.project_id})`]])
}

const revokeKey = async ({ profiles, output }: Run, project_id: string, api_key_id: string): Promise<void> => {
  const { api_key } = await merchantOf(profiles.read()).apiKeys.revoke(project_id, api_key_id)
  output.fields({ api_key }, [
    ['key', `${api_key.name} (${api_key.api_key_id})`],
    ['revoked', api_key.revoked_at],
  ])
}

export const addProjects = (program: Command): void => {
  const projects = addGroup(program, 'projects', 'Projects and their API keys', ['projects list'])
  addCommand(projects, 'list', 'List projects', ['projects list']).action(runs(list))
  addCommand(projects, 'create', 'Create a project', ['projects create --name "Checkout assistant"'])
    .addOption(takes(needed('--name <name>', 'for your team'), INPUTS['projects.create'].name))
    .action(runs(create))
  addCommand(projects, 'rename <project-id>', 'Rename a project', ['projects rename prj_01k0… --name "Till"'])
    .addOption(takes(needed('--name <name>', 'for your team'), INPUTS['projects.update'].name))
    .action(runs(rename))
  addCommand(projects, 'keys <project-id>', "List a project's API keys", [
    'projects keys prj_01k0000000e008000000000000',
  ]).action(runs(keys))
  addCommand(projects, 'create-key <project-id>', 'Create an API key (shown once)', [
    'projects create-key prj_01k0… --name "Production server"',
  ])
    .addOption(takes(needed('--name <name>', 'for your team'), INPUTS['api_keys.create'].name))
    .action(runs(createKey))
  addCommand(projects, 'revoke-key <project-id> <key-id>', 'Revoke an API key', [
    'projects revoke-key prj_01k0… key_01k0…',
  ]).action(runs(revokeKey))
}
