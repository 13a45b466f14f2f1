/** What can be refused about projects, and what to do next. */
import { errorEntry } from '../errors.ts'
import { API_KEYS_LIVE_MAX, PROJECTS_MAX } from './records.ts'

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
