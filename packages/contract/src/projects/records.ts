/** What the API shows of projects. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'

export const PROJECTS_MAX = 20
export const API_KEYS_LIVE_MAX = 20

export const Project = Resource('Project', {
  project_id: IdSchema('prj'),
  name: Type.String(),
  created_at: Timestamp,
})

export const ApiKey = Resource('ApiKey', {
  api_key_id: IdSchema('key'),
  project_id: IdSchema('prj'),
  name: Type.String(),
  last_four: Type.String({ description: 'the last four characters of the key, to recognise it by' }),
  created_at: Timestamp,
  last_used_at: orNull(Timestamp, 'to the minute; null before the first call'),
  revoked_at: orNull(Timestamp, 'null while it works'),
})
