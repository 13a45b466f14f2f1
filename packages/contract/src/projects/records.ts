/** What the API shows of projects. */

import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'

export const PROJECTS_MAX = 20
export const API_KEYS_LIVE_MAX = 20

export const Project = Resource('Project', 'a place for API keys', {
  project_id: IdSchema('prj'),
  name: Shown('for people of the organization', 'Checkout assistant'),
  created_at: CreatedAt,
})

export const ApiKey = Resource('ApiKey', 'a key of a project; the key itself is shown once', {
  api_key_id: IdSchema('key'),
  project_id: IdSchema('prj'),
  name: Shown('for people of the organization', 'Production server'),
  last_four: Shown('the last four characters of the key, to recognise it by', 'x7Qd'),
  created_at: CreatedAt,
  last_used_at: orNull(Timestamp, 'to the minute; null before the first call'),
  revoked_at: mostlyNull(Timestamp, 'when it was revoked; null while it works'),
})

// What can be refused about projects, and what to do next.

export const tooManyProjects = errorEntry({
  code: 'too_many_projects',
  status: 409,
  meaning: `The organization already has ${PROJECTS_MAX} projects, the maximum.`,
  recovery: 'Use one of them: GET /v1/projects lists them, and each can have several keys.',
  retry: 'never',
})

export const tooManyApiKeys = errorEntry({
  code: 'too_many_api_keys',
  status: 409,
  meaning: `The project has ${API_KEYS_LIVE_MAX} active keys, the maximum.`,
  recovery: 'Revoke one that is no longer used (see `last_used_at`), then create the new one.',
  retry: 'never',
})
