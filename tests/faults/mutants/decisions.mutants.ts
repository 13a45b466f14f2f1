/** Decisions that devices sign: about one payment, by the active key, and needed where the user requires them. */
import type { Mutant } from './mutant.ts'

const DECISIONS = 'server/test/decisions.test.ts'
const REQUIRED = 'server/test/decisions-required.test.ts'
const KEYS = 'server/test/device-keys.test.ts'
const REPORT = 'server/schema/payments/payment-requests.wallet.sql'
const CHECK = 'server/src/payments/payment-requests/check-decision.ts'
const STATEMENT = 'server/src/connections/devices/signed-statement.ts'
const CHANGE_KEYS = 'server/src/connections/devices/change-keys.ts'

export const decisionsMutants: readonly Mutant[] = [
  {
    name: 'a later report may name other terms than its claim',
    file: 'server/src/payments/agent-payments/report-agent-payment.ts',
    find: 'claimed_jws === null ? policy?.consent?.policy_digest : policyDigestIn(claimed_jws)',
    replace: "claimed_jws === '' ? policyDigestIn(claimed_jws) : policy?.consent?.policy_digest",
    test: REQUIRED,
    caught_by: 'by the terms of its claim alone',
  },
  {
    name: 'a decision about another connection counts',
    file: CHECK,
    find: "connection_id: idOf('con', about.connection_id),",
    replace: "connection_id: said.connection_id ?? idOf('con', about.connection_id),",
    test: DECISIONS,
    caught_by: 'connection_id',
  },
  {
    name: 'a decision for another deployment counts',
    file: CHECK,
    find: 'aud: about.issuer,',
    replace: 'aud: said.aud ?? about.issuer,',
    test: DECISIONS,
    caught_by: 'aud',
  },
  {
    name: 'a decision may be as old or as new as it likes',
    file: CHECK,
    find: 'at >= created_at.getTime() - SKEW_MS && at <= now.getTime() + SKEW_MS',
    replace: 'created_at <= now',
    test: DECISIONS,
    caught_by: 'decided_at',
  },
  {
    name: 'members that do not belong in a decision pass',
    file: STATEMENT,
    find: '[...new Set([...Object.keys(expected), ...Object.keys(said)])]',
    replace: '[...new Set([...Object.keys(expected)])]',
    test: DECISIONS,
    caught_by: 'a member that does not belong there',
  },
  {
    name: 'a payload need not be canonical',
    file: STATEMENT,
    find: "bytes.toString('base64url') === encoded && canonicalJson(value) === text",
    replace: "bytes.toString('base64url') === encoded && canonicalJson(value) !== ''",
    test: DECISIONS,
    caught_by: 'is over a payload that is not canonical',
  },
  {
    name: 'the header of a statement may say what it likes',
    file: STATEMENT,
    find: 'if (more.length > 0 || header !== part(statementHeaderText(key.alg, key.kid, typ))) return undefined',
    replace:
      'if (more.length > 0 || typ === header || statementHeaderText(key.alg, key.kid, typ) === part(typ)) return undefined',
    test: DECISIONS,
    caught_by: 'has another algorithm than its key',
  },
  {
    name: 'a key that was replaced still decides',
    file: 'server/schema/payments/payment-requests.decisions.sql',
    find: "where k.device_id = f.device_id and k.status = 'active'),",
    replace: 'where k.device_id = f.device_id order by k.created_at limit 1),',
    test: DECISIONS,
    caught_by: 'decides nothing after',
  },
  {
    name: 'an unsigned report moves a request though signatures are required',
    file: REPORT,
    find: "when s.is_unsigned and r.verdict = 'moved' then",
    replace: "when s.is_unsigned and r.verdict = 'never' then",
    test: REQUIRED,
    caught_by: 'an unsigned report moves nothing',
  },
  {
    name: 'the transaction of an unsigned report is dropped',
    file: REPORT,
    find: "(s.is_barred or j.verdict = 'decision_signature_required') and s.spelt is not null",
    replace: '(s.is_barred) and s.spelt is not null',
    test: REQUIRED,
    caught_by: 'a transaction that an unsigned report names is kept',
  },
  {
    name: 'an unsigned claim of an agent payment counts though signatures are required',
    file: 'server/src/payments/agent-payments/report-agent-payment.ts',
    find: 'if (!decision && payment.is_decision_required)',
    replace: 'if (decision && !payment.is_decision_required)',
    test: REQUIRED,
    caught_by: 'are claimed by a signed decision of the policy',
  },
  {
    name: 'the token alone stops the requirement',
    file: 'server/src/connections/connections/decision-signature.ts',
    find: 'if (jws === undefined) throw new Refusal(decisionSignatureRequired)',
    replace: 'if (jws === undefined) return',
    test: REQUIRED,
    caught_by: 'takes a statement by the key',
  },
  {
    name: 'a statement from before the requirement stops it',
    file: 'server/src/connections/connections/decision-signature.ts',
    find: 'const in_time = at > since.getTime() && at',
    replace: 'const in_time = since.getTime() > 0 && at',
    test: REQUIRED,
    caught_by: 'the same statement does not count again',
  },
  {
    name: 'a stolen token plants a key beside the one in use',
    file: CHANGE_KEYS,
    find: "if (active && proven(body.previous_jws ?? '', active, expected, 'previous_jws') !== challenge) {",
    replace: 'if (active && body.previous_jws === challenge) {',
    test: KEYS,
    caught_by: 'cannot replace the key',
  },
  {
    name: 'a stolen token revokes the key and plants another',
    file: CHANGE_KEYS,
    find: 'if (!active && (await walletHasKeys(tx))) throw',
    replace: 'if (!active && keys.length < 0) throw',
    test: KEYS,
    caught_by: 'cannot plant one by revoking the key first',
  },
  {
    name: 'a challenge proves two keys',
    file: 'server/src/connections/devices/device-keys.store.ts',
    find: 'const { numAffectedRows } = await sql`delete from device_codes where',
    replace: 'const { numAffectedRows } = await sql`update device_codes set expires_at = expires_at where',
    test: KEYS,
    caught_by: 'a challenge is good for five minutes and once',
  },
  {
    name: 'a device whose key was revoked consents without one',
    file: 'server/src/payments/automation-policies/opt-in.ts',
    find: 'if (!had && signature === undefined) return',
    replace: 'if (!active && signature === undefined) return',
    test: REQUIRED,
    caught_by: 'a revoked key consents to no policy',
  },
  {
    name: 'a client takes a list for a decision',
    file: 'packages/sdk/src/device-decision.ts',
    find: 'if (Array.isArray(value) || canonicalJson(value) !== text) return undefined',
    replace: 'if (canonicalJson(value) !== text) return undefined',
    test: 'packages/sdk/src/shared-vectors.test.ts',
    caught_by: 'a list',
  },
  {
    name: 'a client reads a decision that another key signed',
    file: 'packages/sdk/src/device-decision.ts',
    find: 'if (!(await crypto.subtle.verify(HOW[alg], key, signed, utf8(`${header}.${payload}`)))) return undefined',
    replace: 'await crypto.subtle.verify(HOW[alg], key, signed, utf8(`${header}.${payload}`))',
    test: 'packages/sdk/src/shared-vectors.test.ts',
    caught_by: 'one bit of the payload changed',
  },
]
