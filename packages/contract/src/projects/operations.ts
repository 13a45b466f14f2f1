/**
 * Projects and their API keys, which call the agent-payment surface (specification 5). A project separates one use from
 * another; a key belongs to one project, is shown once, and ends at once when it is revoked.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid } from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Shown } from '../wire/fields.ts'
import { IdInput } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import { API_KEYS_LIVE_MAX, ApiKey, PROJECTS_MAX, Project, tooManyApiKeys, tooManyProjects } from './records.ts'

const name = Text({ description: 'for people of the organization' })
const ofProject = { project_id: IdInput('prj') }
const ofKey = { ...ofProject, api_key_id: IdInput('key') }
const projectExample = { project_id: 'prj_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard' } as const

export const createProject = operation({
  ...common,
  id: 'projects.create',
  method: 'POST',
  path: '/v1/projects',
  tier: 'completes',
  idempotency: 'none',
  summary: 'Create a project',
  description: `A place for API keys, such as one per application. At most ${PROJECTS_MAX}.`,
  role: 'developer',
  body: Input({ name }),
  answer: { status: 201, body: Type.Object({ project: Project }) },
  refuses: [tooManyProjects],
  example: { body: { name: 'Checkout assistant' } },
})

export const listProjects = operation({
  ...common,
  id: 'projects.list',
  method: 'GET',
  path: '/v1/projects',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List projects',
  description: 'Newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('projects', Project) },
  refuses: [cursorInvalid],
  example: {},
})

export const updateProject = operation({
  ...common,
  id: 'projects.update',
  method: 'PATCH',
  path: '/v1/projects/{project_id}',
  tier: 'merchant_tools',
  idempotency: 'natural',
  summary: 'Rename a project',
  description: "Its keys don't change.",
  role: 'developer',
  params: Input(ofProject),
  body: Input({ name }),
  answer: { status: 200, body: Type.Object({ project: Project }) },
  refuses: [],
  example: { params: projectExample, body: { name: 'Checkout assistant' } },
})

export const createApiKey = operation({
  ...common,
  id: 'api_keys.create',
  method: 'POST',
  path: '/v1/projects/{project_id}/api-keys',
  tier: 'completes',
  idempotency: 'none',
  summary: 'Create an API key',
  description: `\`secret\` is shown only now; we keep just its SHA-256. Send it in the header \`x-svc-api-key\`. A project can have ${API_KEYS_LIVE_MAX} active keys, so you can replace one without downtime.`,
  role: 'developer',
  step_up: true,
  params: Input(ofProject),
  body: Input({ name }),
  answer: {
    status: 201,
    body: Type.Object({ api_key: ApiKey, secret: Shown('the key itself, shown once', 'svc_key_…') }),
  },
  refuses: [tooManyApiKeys],
  example: { params: projectExample, body: { name: 'Production server' } },
})

export const listApiKeys = operation({
  ...common,
  id: 'api_keys.list',
  method: 'GET',
  path: '/v1/projects/{project_id}/api-keys',
  tier: 'completes',
  idempotency: 'safe',
  summary: "List a project's API keys",
  description: "Newest first, including revoked ones. The keys themselves aren't included.",
  params: Input(ofProject),
  query: Input(pageQuery),
  answer: { status: 200, body: page('api_keys', ApiKey) },
  refuses: [cursorInvalid],
  example: { params: projectExample },
})

export const revokeApiKey = operation({
  ...common,
  id: 'api_keys.revoke',
  method: 'DELETE',
  path: '/v1/projects/{project_id}/api-keys/{api_key_id}',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Revoke an API key',
  description:
    "Takes effect at once and can't be undone: the next call with it is refused. Revoking again changes nothing.",
  role: 'developer',
  params: Input(ofKey),
  answer: { status: 200, body: Type.Object({ api_key: ApiKey }) },
  refuses: [],
  example: { params: { ...projectExample, api_key_id: 'key_01k0000000e008000000000000' } },
})

export const projectOperations = [
  createProject,
  listProjects,
  updateProject,
  createApiKey,
  listApiKeys,
  revokeApiKey,
] as const
