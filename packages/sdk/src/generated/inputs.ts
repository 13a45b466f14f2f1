// Made by `npm run generate`; do not edit.
/** The fields of each operation's input (path, query and body), as JSON Schema; `x-rule` says the rule in words. */
export const INPUTS = {
  'merchant_accounts.register': {
    email: {
      type: 'string',
      'x-rule': 'must be one e-mail address, such as `operator@merchant.example`',
      description: 'where the sign-in link is sent',
      maxLength: 254,
      pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$",
    },
    bind: {
      type: 'boolean',
      description:
        'binds the link to your browser or program: it then works only with the cookie that this answer sets, or with `code`, so a mail scanner can’t use it up',
    },
  },
  'merchant_accounts.verify_email': {
    token: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'from the fragment of the link',
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'for a link that is bound, where the cookie is missing: the code that was shown',
      minLength: 1,
      maxLength: 60,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
  },
  'merchants.create': {
    grant: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'single-use, from the step before',
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: "the organization's name, as payers will see it",
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'merchants.read': {
    merchant_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `mer_`',
      description:
        "id of the merchant: `mer_` and 26 characters of lower-case Crockford base32, or `current`: the caller's own",
      maxLength: 160,
      pattern: '^(?:current|mer_[0-7][0-9a-hjkmnp-tv-z]{25})$',
    },
  },
  'merchants.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'merchants.update': {
    merchant_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `mer_`',
      description:
        "id of the merchant: `mer_` and 26 characters of lower-case Crockford base32, or `current`: the caller's own",
      maxLength: 160,
      pattern: '^(?:current|mer_[0-7][0-9a-hjkmnp-tv-z]{25})$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'the new name',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
    cooling_off_s: {
      type: 'integer',
      'x-rule': 'must be a whole number from 86400 to 604800',
      description: 'how long new addresses wait, in seconds',
      minimum: 86400,
      maximum: 604800,
    },
    approvals: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2',
      description: 'how many people a change of payees needs',
      minimum: 1,
      maximum: 2,
    },
    agents: {
      enum: ['active', 'stopped'],
      type: 'string',
      description: '`stopped` suspends all agents, `active` undoes that',
    },
  },
  'merchant_sessions.open': {
    grant: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'single-use, from the step before',
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    choice: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'from `merchant_choices`',
      maxLength: 100,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    transport: {
      enum: ['cookie', 'bearer'],
      type: 'string',
      description: 'how the session is kept; `cookie` if left out',
    },
  },
  'merchant_sessions.switch': {
    merchant_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `mer_`',
      description: 'one of your organizations, from GET /v1/merchants',
      maxLength: 160,
      pattern: '^mer_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'merchant_sessions.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'merchant_sessions.close': {
    session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `ses_`',
      description:
        "id of the session: `ses_` and 26 characters of lower-case Crockford base32, or `current`: the caller's own, or `all`",
      maxLength: 160,
      pattern: '^(?:current|all|ses_[0-7][0-9a-hjkmnp-tv-z]{25})$',
    },
  },
  'merchant_sessions.send_step_up_code': {
    session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `ses_`',
      description: 'id of the session: `ses_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^ses_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'merchant_sessions.step_up': {
    session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `ses_`',
      description: 'id of the session: `ses_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^ses_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    assertion: {
      type: 'object',
      required: ['credential_id', 'client_data', 'authenticator_data', 'signature'],
      properties: {
        credential_id: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`rawId` of the credential',
          maxLength: 1400,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        client_data: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.clientDataJSON`',
          maxLength: 2000,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        authenticator_data: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.authenticatorData`',
          maxLength: 2000,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        signature: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.signature`',
          maxLength: 1400,
          pattern: '^[A-Za-z0-9_-]+$',
        },
      },
      additionalProperties: false,
      description: 'what `navigator.credentials.get()` gave, in base64url',
    },
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'from the mail',
      minLength: 1,
      maxLength: 60,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
  },
  'merchant_keys.create': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'such as the server that uses it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    scopes: {
      type: 'array',
      items: {
        enum: ['payment_requests:read', 'webhooks:manage', 'connections:manage', 'recipients:read', 'audit:read'],
        type: 'string',
        description:
          '`payment_requests:read`: requests and the event feed. `webhooks:manage`: endpoints, their secrets and deliveries. `connections:manage`: list and revoke connections. `recipients:read`: payees and their versions. `audit:read`: the audit log.',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the key may do; give it no more than its server needs',
    },
    expires_at: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'when it stops by itself; left out, it works until it is revoked',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'merchant_keys.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'merchant_keys.revoke': {
    merchant_key_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `mky_`',
      description: 'id of the merchant key: `mky_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^mky_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'passkeys.create_challenge': {
    purpose: { enum: ['register', 'step_up'], type: 'string', description: 'what the answer is for' },
  },
  'passkeys.register': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'how you call it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    attestation: {
      type: 'object',
      required: ['credential_id', 'client_data', 'attestation_object'],
      properties: {
        credential_id: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`rawId` of the credential',
          maxLength: 1400,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        client_data: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.clientDataJSON`',
          maxLength: 4000,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        attestation_object: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.attestationObject`',
          maxLength: 6000,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        transports: {
          type: 'array',
          items: {
            enum: ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'],
            type: 'string',
            description: 'one of `response.getTransports()`',
          },
          maxItems: 7,
          description: '`response.getTransports()`',
        },
      },
      additionalProperties: false,
      description: 'what `navigator.credentials.create()` gave, in base64url',
    },
  },
  'passkeys.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'passkeys.remove': {
    passkey_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pky_`',
      description: 'id of the passkey: `pky_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pky_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'passkeys.sign_in': {
    assertion: {
      type: 'object',
      required: ['credential_id', 'client_data', 'authenticator_data', 'signature'],
      properties: {
        credential_id: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`rawId` of the credential',
          maxLength: 1400,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        client_data: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.clientDataJSON`',
          maxLength: 2000,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        authenticator_data: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.authenticatorData`',
          maxLength: 2000,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        signature: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: '`response.signature`',
          maxLength: 1400,
          pattern: '^[A-Za-z0-9_-]+$',
        },
      },
      additionalProperties: false,
      description: 'what `navigator.credentials.get()` gave, in base64url',
    },
  },
  'members.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'members.update': {
    member_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `mbr_`',
      description: 'id of the member: `mbr_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^mbr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    role: {
      enum: ['viewer', 'developer', 'admin', 'owner'],
      type: 'string',
      description:
        '`owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and their keys; `viewer`: reads',
    },
  },
  'members.remove': {
    member_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `mbr_`',
      description: 'id of the member: `mbr_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^mbr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'member_invitations.create': {
    email: {
      type: 'string',
      'x-rule': 'must be one e-mail address, such as `operator@merchant.example`',
      description: 'where the sign-in link is sent',
      maxLength: 254,
      pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$",
    },
    role: {
      enum: ['viewer', 'developer', 'admin', 'owner'],
      type: 'string',
      description:
        '`owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and their keys; `viewer`: reads',
    },
  },
  'member_invitations.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'member_invitations.withdraw': {
    member_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `miv_`',
      description: 'id of the member invitation: `miv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^miv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'merchant_domains.register': {
    domain: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'exact host name: no wildcard, no address, no public suffix',
      minLength: 1,
      maxLength: 253,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    method: {
      enum: ['dns', 'https'],
      type: 'string',
      description: '`dns`, the default: a TXT record; `https`: a file on the site',
    },
  },
  'merchant_domains.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'merchant_domains.read': {
    domain_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dom_`',
      description: 'id of the domain: `dom_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dom_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'merchant_domains.verify': {
    domain_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dom_`',
      description: 'id of the domain: `dom_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dom_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'merchant_domains.remove': {
    domain_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dom_`',
      description: 'id of the domain: `dom_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dom_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'recipients.create': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'the payee, as payers will see it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    network: {
      enum: [
        'stellar_public',
        'solana_mainnet',
        'ethereum_mainnet',
        'base_mainnet',
        'bitcoin_mainnet',
        'bsc_mainnet',
        'xrpl_mainnet',
        'arbitrum_one',
        'polygon_pos',
        'avalanche_c_chain',
        'optimism_mainnet',
        'sui_mainnet',
        'aptos_mainnet',
        'ton_mainnet',
        'cardano_mainnet',
        'cosmos_hub',
        'polkadot_mainnet',
        'hedera_mainnet',
        'cronos_mainnet',
        'mantle_mainnet',
        'starknet_mainnet',
        'zksync_era',
        'linea_mainnet',
        'algorand_mainnet',
        'tezos_mainnet',
        'internet_computer',
        'filecoin_mainnet',
        'litecoin_mainnet',
        'bitcoin_cash_mainnet',
        'dogecoin_mainnet',
        'stellar_testnet',
        'base_sepolia',
      ],
      type: 'string',
      description: 'the ledger on which the payment is made',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'code of the asset on its network',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    address: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'where the payee is paid, in the form of its network',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    memo: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'memo, destination tag or comment that the payment must carry',
      minLength: 1,
      maxLength: 600,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'contract of the token, where the asset is one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'issuer of the asset, where it has one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    reference: {
      enum: ['memo_hash', 'authorization_nonce', 'none'],
      type: 'string',
      description:
        'whether payments carry the digest of their facts, so that the ledger shows which request each one pays. `memo_hash` or `authorization_nonce`, whichever the network can, where there is no `memo`; `none` turns it off, for payees that must be paid without',
    },
  },
  'recipients.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'recipients.read': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'recipients.add_version': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    network: {
      enum: [
        'stellar_public',
        'solana_mainnet',
        'ethereum_mainnet',
        'base_mainnet',
        'bitcoin_mainnet',
        'bsc_mainnet',
        'xrpl_mainnet',
        'arbitrum_one',
        'polygon_pos',
        'avalanche_c_chain',
        'optimism_mainnet',
        'sui_mainnet',
        'aptos_mainnet',
        'ton_mainnet',
        'cardano_mainnet',
        'cosmos_hub',
        'polkadot_mainnet',
        'hedera_mainnet',
        'cronos_mainnet',
        'mantle_mainnet',
        'starknet_mainnet',
        'zksync_era',
        'linea_mainnet',
        'algorand_mainnet',
        'tezos_mainnet',
        'internet_computer',
        'filecoin_mainnet',
        'litecoin_mainnet',
        'bitcoin_cash_mainnet',
        'dogecoin_mainnet',
        'stellar_testnet',
        'base_sepolia',
      ],
      type: 'string',
      description: 'the ledger on which the payment is made',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'code of the asset on its network',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    address: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'where the payee is paid, in the form of its network',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    memo: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'memo, destination tag or comment that the payment must carry',
      minLength: 1,
      maxLength: 600,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'contract of the token, where the asset is one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'issuer of the asset, where it has one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    reference: {
      enum: ['memo_hash', 'authorization_nonce', 'none'],
      type: 'string',
      description:
        'whether payments carry the digest of their facts, so that the ledger shows which request each one pays. `memo_hash` or `authorization_nonce`, whichever the network can, where there is no `memo`; `none` turns it off, for payees that must be paid without',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'recipients.list_versions': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'recipients.read_version': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'recipients.verify': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    type: { type: 'string', const: 'domain_proof', description: 'what kind of proof is asked for' },
    source_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dom_`',
      description: 'the domain that vouches',
      maxLength: 160,
      pattern: '^dom_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'recipients.activate_version': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    evidence_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `evd_`',
      description: 'id of the evidence: `evd_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^evd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    evidence_digest: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'copy it from the evidence, so that you activate what was verified',
      minLength: 1,
      maxLength: 64,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'recipients.update': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'the payee, as payers will see it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
    status: { enum: ['retired'], type: 'string', description: 'ends the recipient with all its versions' },
  },
  'recipients.stop_version': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    action: { enum: ['hold', 'recall', 'discard'], type: 'string', description: 'how' },
    reason: {
      enum: ['compromised', 'mistake'],
      type: 'string',
      description: '`compromised`: somebody else can get at it; `mistake`: it was never the right one',
    },
    note: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'why you hold it, for the audit log and for who activated it',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'recipients.list_approvals': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'recipients.approve_version': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    evidence_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `evd_`',
      description: 'id of the evidence: `evd_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^evd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    evidence_digest: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'copy it from the evidence, so that you activate what was verified',
      minLength: 1,
      maxLength: 64,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'agents.create': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'as payers will see it beside the organization',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    runtime: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'what the agent runs on, such as a framework and its version',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    environment: { enum: ['testnet'], type: 'string', description: 'where its payments are made' },
    allowed_scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'the most that a wallet can be asked to grant this agent',
    },
  },
  'agents.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'agents.read': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'id of the agent: `agt_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agents.update': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'id of the agent: `agt_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['draft', 'active', 'suspended', 'retired'],
      type: 'string',
      description: 'only an `active` agent obtains tokens; `retired` is final',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'as payers will see it beside the organization',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    allowed_scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'the most that a wallet can be asked to grant this agent',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'agent_credentials.register': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'id of the agent: `agt_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    kid: {
      type: 'string',
      'x-rule': 'must be 1 to 64 letters, digits, `.`, `_` or `-`, such as `2026-11`',
      description: 'names the key in assertions',
      maxLength: 64,
      pattern: '^[A-Za-z0-9._-]{1,64}$',
    },
    alg: { enum: ['Ed25519'], type: 'string', description: 'the algorithm of the key' },
    public_key: {
      'x-rule': 'must be a public key',
      description:
        'The raw 32 bytes in base64url without padding, or a JWK with exactly `kty: "OKP"`, `crv: "Ed25519"` and `x`. Never a private key.',
      type: ['string', 'object'],
      maxLength: 4096,
      maxProperties: 20,
    },
    not_before: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'RFC 3339; default now',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    expires_at: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'RFC 3339; in the future, after `not_before`, and at most 400 days from now and from `not_before`',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'agent_credentials.activate': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'id of the agent: `agt_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    credential_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `crd_`',
      description: 'id of the credential: `crd_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^crd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    challenge: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'from `proof_challenge`',
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    signature: {
      type: 'string',
      'x-rule': 'must be 64 bytes in base64url without padding, which are 86 characters',
      description: 'Ed25519 (RFC 8032) over the UTF-8 bytes of the challenge: 64 bytes in base64url, no padding',
      maxLength: 86,
      pattern: '^[A-Za-z0-9_-]{86}$',
    },
  },
  'agent_credentials.revoke': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'id of the agent: `agt_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    credential_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `crd_`',
      description: 'id of the credential: `crd_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^crd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_auth.token': {
    assertion: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'a signed JWT, compact',
      maxLength: 4096,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'devices.register': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'as the user knows the device',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    platform: {
      enum: ['ios', 'android', 'web', 'desktop', 'other'],
      type: 'string',
      description: 'what the wallet runs on',
    },
    public_key: {
      'x-rule': 'must be a public key',
      description: 'Ed25519: the raw 32 bytes in base64url without padding. Never a private key.',
      type: 'string',
      maxLength: 4096,
      maxProperties: 20,
    },
  },
  'devices.rotate_token': {
    device_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dev_`',
      description: 'id of the device: `dev_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'devices.revoke': {
    device_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dev_`',
      description:
        "id of the device: `dev_` and 26 characters of lower-case Crockford base32, or `current`: the caller's own",
      maxLength: 160,
      pattern: '^(?:current|dev_[0-7][0-9a-hjkmnp-tv-z]{25})$',
    },
  },
  'devices.create_key_challenge': {
    device_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dev_`',
      description: 'id of the device: `dev_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'devices.add_key': {
    device_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dev_`',
      description: 'id of the device: `dev_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    public_key: {
      'x-rule': 'must be a public key',
      description:
        'a JWK: `{kty: "OKP", crv: "Ed25519", x}` or `{kty: "EC", crv: "P-256", x, y}`, and no other members. Never a private key.',
      type: 'object',
      maxLength: 4096,
      maxProperties: 20,
    },
    proof_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description: 'signed by the new key',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
    previous_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description: 'the same payload, signed by the key that the device has now',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
  },
  'devices.revoke_key': {
    device_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dev_`',
      description: 'id of the device: `dev_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^dev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    kid: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the thumbprint of the key',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'devices.create_link_code': {
    link_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description: 'signed by the key of this device, now',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
  },
  'devices.link': {
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'case and separators do not matter',
      minLength: 1,
      maxLength: 40,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
    link_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description: 'signed by the key of this device, now',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
  },
  'devices.set_push_subscription': {
    endpoint: {
      type: 'string',
      'x-rule': 'must be an address such as `https://shop.example/webhooks`',
      description: 'the address at the push service; https, a public host, port 443',
      minLength: 1,
      maxLength: 1000,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    keys: {
      type: 'object',
      required: ['p256dh', 'auth'],
      properties: {
        p256dh: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: "the device's P-256 public key: 65 bytes, uncompressed",
          maxLength: 87,
          pattern: '^[A-Za-z0-9_-]+$',
        },
        auth: {
          type: 'string',
          'x-rule': 'must be base64url without padding',
          description: 'the shared secret: 16 bytes',
          maxLength: 22,
          pattern: '^[A-Za-z0-9_-]+$',
        },
      },
      additionalProperties: false,
      description: 'what messages are encrypted with',
    },
    application_server_key: {
      type: 'string',
      'x-rule': 'must be base64url without padding',
      description: 'the key that you subscribed with, from devices.read_current',
      maxLength: 87,
      pattern: '^[A-Za-z0-9_-]+$',
    },
  },
  'connect_invitations.claim': {
    connect_key: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'as the user gave it; case and separators do not matter',
      minLength: 1,
      maxLength: 60,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the agent may do',
    },
  },
  'connect_invitations.enroll': {
    connect_key: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'as the user gave it; case and separators do not matter',
      minLength: 1,
      maxLength: 60,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'as the user will see it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    runtime: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'what the agent runs on, such as a framework and its version',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    kid: {
      type: 'string',
      'x-rule': 'must be 1 to 64 letters, digits, `.`, `_` or `-`, such as `2026-11`',
      description: 'names the key in assertions',
      maxLength: 64,
      pattern: '^[A-Za-z0-9._-]{1,64}$',
    },
    alg: { enum: ['Ed25519'], type: 'string', description: 'the algorithm of the key' },
    public_key: {
      'x-rule': 'must be a public key',
      description: 'the raw 32 bytes in base64url without padding. Never a private key',
      type: 'string',
      maxLength: 4096,
      maxProperties: 20,
    },
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the agent may do',
    },
    signature: {
      type: 'string',
      'x-rule': 'must be 64 bytes in base64url without padding, which are 86 characters',
      description:
        'Ed25519 (RFC 8032) over canonical JSON (RFC 8785) of `type` (`svc.agent_enrollment.v1`), `aud` (the base address of this service), and `connect_key`, `name`, `runtime`, `kid`, `public_key` and `scopes` as they are sent, the texts in NFC: 64 bytes in base64url, no padding',
      maxLength: 86,
      pattern: '^[A-Za-z0-9_-]{86}$',
    },
  },
  'connect_invitations.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'connect_invitations.read': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^cki_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connect_invitations.approve': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^cki_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the agent may do',
    },
    decision_signature: {
      enum: ['optional', 'required'],
      type: 'string',
      description:
        "whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a device with an active key",
    },
  },
  'connect_invitations.reject': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^cki_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connect_invitations.exchange': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^cki_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'pairing.start': {
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the agent may do',
    },
  },
  'pairing.read': {
    pairing_session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prs_`',
      description: 'id of the pairing session: `prs_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prs_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'case and separators do not matter',
      minLength: 1,
      maxLength: 40,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
  },
  'pairing.look_up': {
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'case and separators do not matter',
      minLength: 1,
      maxLength: 40,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
  },
  'pairing.approve': {
    pairing_session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prs_`',
      description: 'id of the pairing session: `prs_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prs_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'case and separators do not matter',
      minLength: 1,
      maxLength: 40,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the agent may do',
    },
    decision_signature: {
      enum: ['optional', 'required'],
      type: 'string',
      description:
        "whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a device with an active key",
    },
  },
  'pairing.reject': {
    pairing_session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prs_`',
      description: 'id of the pairing session: `prs_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prs_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    code: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
      description: 'case and separators do not matter',
      minLength: 1,
      maxLength: 40,
      pattern:
        '^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|[\\t\\r\\n])+$',
    },
  },
  'pairing.exchange': {
    pairing_session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prs_`',
      description: 'id of the pairing session: `prs_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prs_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connections.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    asked_by: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'for merchants: only the connections of this agent',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['active', 'paused', 'revoked'],
      type: 'string',
      description: 'for merchants: a `paused` one reads and creates nothing; `revoked` is final',
    },
  },
  'connections.list_recipients': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'connections.read': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description:
        "id of the connection: `con_` and 26 characters of lower-case Crockford base32, or `current`: the caller's own",
      maxLength: 160,
      pattern: '^(?:current|con_[0-7][0-9a-hjkmnp-tv-z]{25})$',
    },
  },
  'connections.update': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'id of the connection: `con_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['active', 'paused'],
      type: 'string',
      description: '`paused` stops the agent, `active` resumes it',
    },
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
          'payees.resolve',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 5,
      uniqueItems: true,
      description: 'what the agent may do',
    },
    decision_signature: {
      enum: ['optional', 'required'],
      type: 'string',
      description:
        "whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a device with an active key",
    },
    pause_after_rejections: {
      type: 'boolean',
      description: 'whether several rejections in a row pause the connection; off unless the user switches it on',
    },
    change_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description: 'by the key of the device; needed to stop requiring signatures',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
  },
  'connections.revoke': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description:
        "id of the connection: `con_` and 26 characters of lower-case Crockford base32, or `current`: the caller's own",
      maxLength: 160,
      pattern: '^(?:current|con_[0-7][0-9a-hjkmnp-tv-z]{25})$',
    },
  },
  'connections.rotate_token': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'id of the connection: `con_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connections.stop_all': {
    undo_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description: 'by the key of the device; undoes the stop',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
  },
  'transaction_contexts.create': {
    transaction_id: {
      type: 'string',
      'x-rule': 'must be 1 to 160 printable characters, such as `order-1042`; not `.`, `..`',
      description: '1 to 160 printable characters, chosen by you or made here',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!(?:\\.|\\.\\.)$)(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    title: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'what the payment is for, in a few words',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    summary: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'more about it',
      minLength: 1,
      maxLength: 1000,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    line_items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['label'],
        properties: {
          label: {
            type: 'string',
            'x-rule':
              'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
            description: 'what it is',
            minLength: 1,
            maxLength: 120,
            pattern:
              '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
          },
          quantity: {
            type: 'integer',
            'x-rule': 'must be a whole number from 1 to 1000000000',
            description: 'how many',
            minimum: 1,
            maximum: 1000000000,
          },
          amount_text: {
            type: 'string',
            'x-rule':
              'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
            description: 'shown as it is; nothing is calculated from it',
            minLength: 1,
            maxLength: 60,
            pattern:
              '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
          },
        },
        additionalProperties: false,
      },
      maxItems: 50,
      description: 'what it consists of',
    },
    references: {
      type: 'object',
      patternProperties: {
        '^.*$': {
          type: 'string',
          'x-rule':
            'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
          minLength: 1,
          maxLength: 200,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
      },
      propertyNames: {
        type: 'string',
        'x-rule':
          'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
        minLength: 1,
        maxLength: 60,
        pattern:
          '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
      },
      maxProperties: 20,
      description: 'numbers and names that help to recognise the transaction, such as `{"order": "1042"}`',
    },
    locale: {
      type: 'string',
      'x-rule': 'must be a language tag of BCP 47, such as `en` or `pt-BR`',
      description: 'BCP 47, of the words',
      maxLength: 35,
      pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$',
    },
  },
  'transaction_contexts.read': {
    transaction_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the transaction',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    revision: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'an earlier one; the latest if left out',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'payment_requests.create': {
    request_id: {
      type: 'string',
      'x-rule': 'must be 1 to 160 printable characters, such as `order-1042`; not `events`, `apy_*`, `.`, `..`',
      description: 'of your choice, unique per connection; made by the service if left out',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!(?:events|apy_.*|\\.|\\.\\.)$)(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    payment: {
      type: 'object',
      required: ['amount'],
      properties: {
        amount: {
          type: 'string',
          'x-rule':
            'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
          minLength: 1,
          maxLength: 79,
          pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
          description:
            'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
        },
      },
      description: 'the rest is pinned from the recipient version',
      additionalProperties: false,
    },
    policy: {
      type: 'object',
      required: ['requires_user_approval'],
      properties: {
        requires_user_approval: {
          type: 'boolean',
          const: true,
          description: 'always: no request is paid without its user',
        },
      },
      description: 'who decides',
      additionalProperties: false,
    },
    expires_at: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'until when the user can decide; in 30 minutes if left out',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    idempotency_key: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'instead of the header; unique per connection',
      minLength: 1,
      maxLength: 256,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    transaction_id: {
      type: 'string',
      'x-rule': 'must be 1 to 160 printable characters, such as `order-1042`; not `.`, `..`',
      description:
        'of the transaction context that the wallet shows: send the context first. Its latest revision is pinned; the answer says `transaction_context: "missing"` where there is none',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!(?:\\.|\\.\\.)$)(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    display: {
      type: 'object',
      properties: {},
      'x-rule': 'must be an object',
      description: 'words for the user, shown as said by the agent',
      additionalProperties: true,
    },
    metadata: {
      type: 'object',
      properties: {},
      'x-rule': 'must be an object',
      description: 'yours; the service only keeps it',
      additionalProperties: true,
    },
    terms: {
      type: 'object',
      required: ['kind', 'method', 'url', 'timeout_s', 'seal'],
      properties: {
        kind: { type: 'string', const: 'x402', description: 'the call of an address that answered 402' },
        method: {
          type: 'string',
          'x-rule': 'must be a method of HTTP in capitals, such as `GET`',
          description: 'the method of the call',
          maxLength: 10,
          pattern: '^[A-Z]{3,10}$',
        },
        url: {
          type: 'string',
          'x-rule': 'must be an address such as `https://shop.example/webhooks`',
          description: 'the address of the call, as a URL parser writes it: https, without user name and fragment',
          minLength: 1,
          maxLength: 2000,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        body_digest: {
          type: 'string',
          'x-rule': 'must be 64 lower-case hexadecimal digits',
          'x-rare': true,
          description: 'SHA-256 of the body of the call, where it has one',
          maxLength: 64,
          pattern: '^[0-9a-f]{64}$',
        },
        description: {
          type: 'string',
          'x-rule':
            'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
          'x-rare': true,
          description: 'what the seller says it is',
          minLength: 1,
          maxLength: 200,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        timeout_s: {
          type: 'integer',
          'x-rule': 'must be a whole number from 1 to 86400',
          description: 'how long the seller waits for the payment, once it has the authorization',
          minimum: 1,
          maximum: 86400,
        },
        seal: {
          type: 'object',
          required: ['key', 'agent_key', 'signature'],
          properties: {
            key: {
              type: 'string',
              'x-rule': 'must be base64url without padding',
              minLength: 43,
              description:
                'X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included',
              maxLength: 43,
              pattern: '^[A-Za-z0-9_-]+$',
            },
            agent_key: {
              type: 'string',
              'x-rule': 'must be base64url without padding',
              minLength: 43,
              description: "Ed25519 public key of one of the agent's active credentials",
              maxLength: 43,
              pattern: '^[A-Za-z0-9_-]+$',
            },
            signature: {
              type: 'string',
              'x-rule': 'must be base64url without padding',
              minLength: 86,
              description:
                'Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address of this service, `key`',
              maxLength: 86,
              pattern: '^[A-Za-z0-9_-]+$',
            },
          },
          additionalProperties: false,
          description: 'to whom the wallet hands what it signed',
        },
      },
      additionalProperties: false,
      description:
        'what the payment is for, in the agent\'s words: the wallet shows it. On a network with `method: "evm.eip3009"` the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`',
    },
  },
  'payment_requests.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    status: {
      anyOf: [
        {
          enum: ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'],
          type: 'string',
          description: 'what is known of the payment; `pending` waits for the user',
        },
        {
          type: 'array',
          items: {
            enum: ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'],
            type: 'string',
            description: 'what is known of the payment; `pending` waits for the user',
          },
          minItems: 1,
          maxItems: 7,
        },
      ],
      description: 'only these; repeat it for several',
      'x-rule':
        'must be one or several of `pending`, `signed`, `broadcasted`, `confirmed`, `failed`, `expired`, `rejected`',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'only requests of this connection',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'only requests to pay this recipient',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    q: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description:
        'for merchants: words that the title, ID, task or amount has, each from its beginning; or how the ID begins, or a transaction hash. Looks at the newest 2,000 with the rarest of the words',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    standing: {
      anyOf: [
        {
          enum: [
            'pending',
            'under_way',
            'confirmed',
            'chain_observed',
            'merchant_accepted',
            'disputed',
            'unpaid',
            'rejected',
            'expired',
            'failed',
          ],
          type: 'string',
          description: 'where a request stands, by its status and the ledger, as the overview counts it',
        },
        {
          type: 'array',
          items: {
            enum: [
              'pending',
              'under_way',
              'confirmed',
              'chain_observed',
              'merchant_accepted',
              'disputed',
              'unpaid',
              'rejected',
              'expired',
              'failed',
            ],
            type: 'string',
            description: 'where a request stands, by its status and the ledger, as the overview counts it',
          },
          minItems: 1,
          maxItems: 10,
        },
      ],
      description: 'for merchants: only these, as the overview counts them; repeat it for several',
      'x-rule':
        'must be one or several of `pending`, `under_way`, `confirmed`, `chain_observed`, `merchant_accepted`, `disputed`, `unpaid`, `rejected`, `expired`, `failed`',
    },
    assurance: {
      enum: ['none', 'wallet_reported', 'chain_observed', 'merchant_accepted', 'disputed', 'proven_unpaid'],
      type: 'string',
      description:
        'for merchants: how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree; `proven_unpaid`, the ledger has no such payment in the whole time window',
    },
    request_id: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'for merchants: requests whose `request_id` begins so',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    task_ref: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: "for merchants: the agent's task, as in `metadata.task_ref`",
      minLength: 1,
      maxLength: 256,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    asked_by: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'for merchants: the agent that asked',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'for merchants: requests for which this transaction was named, late reports included',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    amount_min: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'for merchants: at least this amount, in units of whatever asset the request is for',
    },
    amount_max: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'for merchants: at most this amount, in units of whatever asset the request is for',
    },
    created_from: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'for merchants: created at or after this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    created_to: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'for merchants: created before this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'payment_requests.read': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_requests.cancel': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'payment_requests.report_status': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    status: {
      enum: ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'],
      type: 'string',
      description: 'what the wallet did or saw',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'needed from `broadcasted` on, and then fixed',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    reason: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'why, where it failed or was rejected',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    unsigned_transaction: {
      type: 'string',
      'x-rule': 'must be base64, such as `AAAAAgAAAAA=`',
      description:
        "the transaction that you sign, as XDR without signatures; only with `signed` (of an agent payment, `approved`). We compare it with the signed facts. It must be valid exactly until `expires_at`, in whole seconds, so that we know when it can't be paid anymore. Leave it out if another wallet builds the transaction.",
      maxLength: 4096,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    },
    decision_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description:
        'this report signed with the active key of the device: a JWS (`typ` `svc-device-decision+jws`) over the canonical JSON (RFC 8785) of `{type: "svc.device_decision.v2", aud, device_id, connection_id, request_id, facts_digest, status, by, decided_at}`, with `transaction_hash` where the report names one. `aud` is the address of this service, `by` is `person`, or `policy` with `policy_digest` where an agent payment was approved within a policy. Needed where the connection says `decision_signature: "required"`',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
    payer_proof: {
      type: 'object',
      required: ['account', 'signer', 'signature'],
      properties: {
        account: {
          type: 'string',
          'x-rule':
            'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
          description: 'the account that pays',
          minLength: 1,
          maxLength: 128,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        signer: {
          type: 'string',
          'x-rule':
            'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
          description:
            'the public key that signed: one whose signature the transaction carries, usually `account` itself',
          minLength: 1,
          maxLength: 128,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        signature: {
          type: 'string',
          'x-rule': 'must be base64, such as `AAAAAgAAAAA=`',
          description:
            'Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network, `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53',
          maxLength: 88,
          pattern: '^[A-Za-z0-9+/]+={0,2}$',
        },
        place: {
          type: 'string',
          'x-rule':
            'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
          description: 'which operation of the transaction pays; `op/0` if left out',
          minLength: 1,
          maxLength: 16,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
      },
      additionalProperties: false,
      description:
        'shows that the paying account means this request with `transaction_hash`: only this or a `payment.reference` makes a payment `chain_observed`. Needs `transaction_hash`. Send it with any report, or later',
    },
    handoff_shown: {
      type: 'boolean',
      description:
        'whether you showed the payment to another wallet as a link or a code, which might then pay it. Once true, it stays true',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_requests.export': {
    format: {
      enum: ['csv', 'ndjson'],
      type: 'string',
      description: '`csv` (the default) for spreadsheets, `ndjson` for programs: one JSON record per line',
    },
    settlement: {
      enum: ['include', 'leave_out'],
      type: 'string',
      description: 'CSV only: the columns about the ledger, such as `assurance`; `include` is the default',
    },
    status: {
      anyOf: [
        {
          enum: ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'],
          type: 'string',
          description: 'what is known of the payment; `pending` waits for the user',
        },
        {
          type: 'array',
          items: {
            enum: ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'],
            type: 'string',
            description: 'what is known of the payment; `pending` waits for the user',
          },
          minItems: 1,
          maxItems: 7,
        },
      ],
      description: 'only these; repeat it for several',
      'x-rule':
        'must be one or several of `pending`, `signed`, `broadcasted`, `confirmed`, `failed`, `expired`, `rejected`',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'only requests of this connection',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'only requests to pay this recipient',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    q: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description:
        'for merchants: words that the title, ID, task or amount has, each from its beginning; or how the ID begins, or a transaction hash. Looks at the newest 2,000 with the rarest of the words',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    standing: {
      anyOf: [
        {
          enum: [
            'pending',
            'under_way',
            'confirmed',
            'chain_observed',
            'merchant_accepted',
            'disputed',
            'unpaid',
            'rejected',
            'expired',
            'failed',
          ],
          type: 'string',
          description: 'where a request stands, by its status and the ledger, as the overview counts it',
        },
        {
          type: 'array',
          items: {
            enum: [
              'pending',
              'under_way',
              'confirmed',
              'chain_observed',
              'merchant_accepted',
              'disputed',
              'unpaid',
              'rejected',
              'expired',
              'failed',
            ],
            type: 'string',
            description: 'where a request stands, by its status and the ledger, as the overview counts it',
          },
          minItems: 1,
          maxItems: 10,
        },
      ],
      description: 'for merchants: only these, as the overview counts them; repeat it for several',
      'x-rule':
        'must be one or several of `pending`, `under_way`, `confirmed`, `chain_observed`, `merchant_accepted`, `disputed`, `unpaid`, `rejected`, `expired`, `failed`',
    },
    assurance: {
      enum: ['none', 'wallet_reported', 'chain_observed', 'merchant_accepted', 'disputed', 'proven_unpaid'],
      type: 'string',
      description:
        'for merchants: how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree; `proven_unpaid`, the ledger has no such payment in the whole time window',
    },
    request_id: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'for merchants: requests whose `request_id` begins so',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    task_ref: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: "for merchants: the agent's task, as in `metadata.task_ref`",
      minLength: 1,
      maxLength: 256,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    asked_by: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'for merchants: the agent that asked',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'for merchants: requests for which this transaction was named, late reports included',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    amount_min: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'for merchants: at least this amount, in units of whatever asset the request is for',
    },
    amount_max: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'for merchants: at most this amount, in units of whatever asset the request is for',
    },
    created_from: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'for merchants: created at or after this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    created_to: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'for merchants: created before this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'payment_requests.read_evidence': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.read_evidence': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_requests.prove_payer': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'the transaction that paid',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    account: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'the account that pays',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    signer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'the public key that signed: one whose signature the transaction carries, usually `account` itself',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    signature: {
      type: 'string',
      'x-rule': 'must be base64, such as `AAAAAgAAAAA=`',
      description:
        'Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network, `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53',
      maxLength: 88,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    },
    place: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'which operation of the transaction pays; `op/0` if left out',
      minLength: 1,
      maxLength: 16,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.prove_payer': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'the transaction that paid',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    account: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'the account that pays',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    signer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'the public key that signed: one whose signature the transaction carries, usually `account` itself',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    signature: {
      type: 'string',
      'x-rule': 'must be base64, such as `AAAAAgAAAAA=`',
      description:
        'Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network, `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53',
      maxLength: 88,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    },
    place: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'which operation of the transaction pays; `op/0` if left out',
      minLength: 1,
      maxLength: 16,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'payment_requests.accept_payment': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'the one that `settlement.ledger_match` shows',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'which connection, where two use the same `request_id`',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.accept_payment': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'the one that `settlement.ledger_match` shows',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
  },
  'recipients.read_ledger_findings': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_requests.read_receipt': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.read_receipt': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'events.list': {
    since: {
      anyOf: [
        {
          type: 'integer',
          'x-rule': 'must be a whole number from 0 to 9007199254740991',
          minimum: 0,
          maximum: 9007199254740991,
        },
        { type: 'string', const: 'latest' },
      ],
      description: 'the last cursor seen; 0 is the start. A poll also takes `latest`, the end of the feed',
      'x-rule': 'must be a cursor of this feed, 0 or `latest`',
    },
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 500',
      description: 'of a poll; default 100',
      minimum: 1,
      maximum: 500,
    },
    wait: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 30',
      description: 'of a poll: seconds to wait for an event; default 0',
      minimum: 0,
      maximum: 30,
    },
    changes: {
      enum: ['status', 'all'],
      type: 'string',
      description:
        '`status`, the default: what changes the status of a request. `all`: also late reports and what the ledger shows, which change none. The others keep their cursors, so some numbers are missing then',
    },
  },
  'feed.list': {
    since: {
      anyOf: [
        {
          type: 'integer',
          'x-rule': 'must be a whole number from 0 to 9007199254740991',
          minimum: 0,
          maximum: 9007199254740991,
        },
        { type: 'string', const: 'latest' },
      ],
      description: 'the last cursor seen; 0 is the start. A poll also takes `latest`, the end of the feed',
      'x-rule': 'must be a cursor of this feed, 0 or `latest`',
    },
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 500',
      description: 'of a poll; default 100',
      minimum: 1,
      maximum: 500,
    },
    wait: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 30',
      description: 'of a poll: seconds to wait for an event; default 0',
      minimum: 0,
      maximum: 30,
    },
  },
  'webhook_endpoints.create': {
    url: {
      type: 'string',
      'x-rule': 'must be an address such as `https://shop.example/webhooks`',
      description: 'https, port 443, a public host; no user name and no fragment',
      minLength: 1,
      maxLength: 2000,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    event_types: {
      anyOf: [
        {
          type: 'array',
          items: {
            enum: [
              'payment_request.pending',
              'payment_request.signed',
              'payment_request.broadcasted',
              'payment_request.confirmed',
              'payment_request.failed',
              'payment_request.expired',
              'payment_request.rejected',
              'payment_request.late_report',
              'payment_request.chain_observed',
              'payment_request.disputed',
              'payment_request.proven_unpaid',
              'payment_request.ledger_finding',
              'payment_request.merchant_accepted',
              'agent_payment.intent_created',
              'agent_payment.approved',
              'agent_payment.submitted',
              'agent_payment.settled',
              'agent_payment.rejected',
              'agent_payment.failed',
              'agent_payment.expired',
              'agent_payment.canceled',
              'agent_payment.late_report',
              'agent_payment.chain_observed',
              'agent_payment.disputed',
              'agent_payment.proven_unpaid',
              'agent_payment.ledger_finding',
              'agent_payment.merchant_accepted',
              'connection.created',
              'connection.paused',
              'connection.resumed',
              'connection.narrowed',
              'connection.token_rotated',
              'connection.revoked',
              'recipient.version_cooling',
              'recipient.version_activated',
              'recipient.version_suspended',
              'recipient.version_revived',
              'recipient.version_retired',
              'merchant_domain.verified',
              'merchant_domain.failing',
              'merchant_domain.lapsed',
              'merchant.suspended',
              'merchant.restored',
              'automation_policy.created',
              'automation_policy.renamed',
              'automation_policy.narrowed',
              'automation_policy.widened',
              'automation_policy.proposed',
              'automation_policy.declined',
              'automation_policy.proposal_withdrawn',
              'automation_policy.consented',
              'automation_policy.paused',
              'automation_policy.resumed',
              'automation_policy.withdrawn',
            ],
            type: 'string',
          },
          minItems: 1,
          maxItems: 54,
          uniqueItems: true,
        },
        { type: 'null' },
      ],
      description: 'the types that it is sent; null: all, those of the future included',
    },
    description: {
      anyOf: [
        {
          type: 'string',
          'x-rule':
            'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
          minLength: 1,
          maxLength: 120,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        { type: 'null' },
      ],
      description: 'for people of the organization',
    },
  },
  'webhook_endpoints.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'webhook_endpoints.read': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.update': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    url: {
      type: 'string',
      'x-rule': 'must be an address such as `https://shop.example/webhooks`',
      description: 'https, port 443, a public host; no user name and no fragment',
      minLength: 1,
      maxLength: 2000,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    event_types: {
      anyOf: [
        {
          type: 'array',
          items: {
            enum: [
              'payment_request.pending',
              'payment_request.signed',
              'payment_request.broadcasted',
              'payment_request.confirmed',
              'payment_request.failed',
              'payment_request.expired',
              'payment_request.rejected',
              'payment_request.late_report',
              'payment_request.chain_observed',
              'payment_request.disputed',
              'payment_request.proven_unpaid',
              'payment_request.ledger_finding',
              'payment_request.merchant_accepted',
              'agent_payment.intent_created',
              'agent_payment.approved',
              'agent_payment.submitted',
              'agent_payment.settled',
              'agent_payment.rejected',
              'agent_payment.failed',
              'agent_payment.expired',
              'agent_payment.canceled',
              'agent_payment.late_report',
              'agent_payment.chain_observed',
              'agent_payment.disputed',
              'agent_payment.proven_unpaid',
              'agent_payment.ledger_finding',
              'agent_payment.merchant_accepted',
              'connection.created',
              'connection.paused',
              'connection.resumed',
              'connection.narrowed',
              'connection.token_rotated',
              'connection.revoked',
              'recipient.version_cooling',
              'recipient.version_activated',
              'recipient.version_suspended',
              'recipient.version_revived',
              'recipient.version_retired',
              'merchant_domain.verified',
              'merchant_domain.failing',
              'merchant_domain.lapsed',
              'merchant.suspended',
              'merchant.restored',
              'automation_policy.created',
              'automation_policy.renamed',
              'automation_policy.narrowed',
              'automation_policy.widened',
              'automation_policy.proposed',
              'automation_policy.declined',
              'automation_policy.proposal_withdrawn',
              'automation_policy.consented',
              'automation_policy.paused',
              'automation_policy.resumed',
              'automation_policy.withdrawn',
            ],
            type: 'string',
          },
          minItems: 1,
          maxItems: 54,
          uniqueItems: true,
        },
        { type: 'null' },
      ],
      description: 'the types that it is sent; null: all, those of the future included',
    },
    description: {
      anyOf: [
        {
          type: 'string',
          'x-rule':
            'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
          minLength: 1,
          maxLength: 120,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        { type: 'null' },
      ],
      description: 'for people of the organization',
    },
    status: {
      enum: ['active', 'disabled'],
      type: 'string',
      description: '`disabled` stops deliveries, `active` resumes them',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'webhook_endpoints.delete': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.verify': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.rotate_secret': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.test': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_deliveries.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['pending', 'held', 'delivered', 'failed'],
      type: 'string',
      description: "`held`: the endpoint wasn't active; recover sends it. `failed`: every attempt failed",
    },
    event_type: {
      enum: [
        'payment_request.pending',
        'payment_request.signed',
        'payment_request.broadcasted',
        'payment_request.confirmed',
        'payment_request.failed',
        'payment_request.expired',
        'payment_request.rejected',
        'payment_request.late_report',
        'payment_request.chain_observed',
        'payment_request.disputed',
        'payment_request.proven_unpaid',
        'payment_request.ledger_finding',
        'payment_request.merchant_accepted',
        'agent_payment.intent_created',
        'agent_payment.approved',
        'agent_payment.submitted',
        'agent_payment.settled',
        'agent_payment.rejected',
        'agent_payment.failed',
        'agent_payment.expired',
        'agent_payment.canceled',
        'agent_payment.late_report',
        'agent_payment.chain_observed',
        'agent_payment.disputed',
        'agent_payment.proven_unpaid',
        'agent_payment.ledger_finding',
        'agent_payment.merchant_accepted',
        'connection.created',
        'connection.paused',
        'connection.resumed',
        'connection.narrowed',
        'connection.token_rotated',
        'connection.revoked',
        'recipient.version_cooling',
        'recipient.version_activated',
        'recipient.version_suspended',
        'recipient.version_revived',
        'recipient.version_retired',
        'merchant_domain.verified',
        'merchant_domain.failing',
        'merchant_domain.lapsed',
        'merchant.suspended',
        'merchant.restored',
        'automation_policy.created',
        'automation_policy.renamed',
        'automation_policy.narrowed',
        'automation_policy.widened',
        'automation_policy.proposed',
        'automation_policy.declined',
        'automation_policy.proposal_withdrawn',
        'automation_policy.consented',
        'automation_policy.paused',
        'automation_policy.resumed',
        'automation_policy.withdrawn',
        'webhook_endpoint.test',
      ],
      type: 'string',
      description: 'the type of the event',
    },
    event_id: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'the `webhook-id` of an event',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    about: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'what the events are about: the id of a request, connection, recipient …',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    created_from: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'created at or after this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    created_to: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'created before this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'webhook_deliveries.redeliver': {
    webhook_delivery_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whd_`',
      description: 'the one to send again',
      maxLength: 160,
      pattern: '^whd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'send again what this endpoint missed',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    since: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'with an endpoint: what failed or was held from this time on',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'projects.create': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'for people of the organization',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'projects.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'projects.update': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'id of the project: `prj_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'for people of the organization',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'api_keys.create': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'id of the project: `prj_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'for people of the organization',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'api_keys.list': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'id of the project: `prj_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'api_keys.revoke': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'id of the project: `prj_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    api_key_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `key_`',
      description: 'id of the api key: `key_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^key_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.create': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'id of the project: `prj_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'id of the connection: `con_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'as the user will see it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    network: {
      enum: [
        'stellar_public',
        'solana_mainnet',
        'ethereum_mainnet',
        'base_mainnet',
        'bitcoin_mainnet',
        'bsc_mainnet',
        'xrpl_mainnet',
        'arbitrum_one',
        'polygon_pos',
        'avalanche_c_chain',
        'optimism_mainnet',
        'sui_mainnet',
        'aptos_mainnet',
        'ton_mainnet',
        'cardano_mainnet',
        'cosmos_hub',
        'polkadot_mainnet',
        'hedera_mainnet',
        'cronos_mainnet',
        'mantle_mainnet',
        'starknet_mainnet',
        'zksync_era',
        'linea_mainnet',
        'algorand_mainnet',
        'tezos_mainnet',
        'internet_computer',
        'filecoin_mainnet',
        'litecoin_mainnet',
        'bitcoin_cash_mainnet',
        'dogecoin_mainnet',
        'stellar_testnet',
        'base_sepolia',
      ],
      type: 'string',
      description: 'the ledger on which the payment is made',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'code of the asset on its network',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'contract of the token, where the asset is one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'issuer of the asset, where it has one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    single_tx_limit: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'maximum per payment',
    },
    cumulative_limit: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'the most that all payments together may be',
    },
    validity_window: {
      type: 'object',
      required: ['from', 'to'],
      properties: {
        from: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'the first moment',
          format: 'date-time',
          maxLength: 40,
          pattern:
            '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
        },
        to: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'the end, not included',
          format: 'date-time',
          maxLength: 40,
          pattern:
            '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
        },
      },
      additionalProperties: false,
      description: 'half-open by the clock of the database: `from` is inside, `to` is not',
    },
    allowlist: {
      type: 'array',
      items: {
        type: 'string',
        'x-rule': 'must be an id that begins with `rcp_`',
        description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
        maxLength: 160,
        pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      },
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'recipient ids; what is pinned at consent is where each is paid then',
    },
  },
  'automation_policies.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    status: {
      enum: ['draft', 'awaiting_consent', 'active', 'paused', 'withdrawn'],
      type: 'string',
      description: 'only an `active` policy lets the wallet sign without asking',
    },
  },
  'automation_policies.read': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.update': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'as the user sees it',
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    single_tx_limit: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'maximum per payment',
    },
    cumulative_limit: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description: 'the most that all payments together may be',
    },
    validity_window: {
      type: 'object',
      required: ['from', 'to'],
      properties: {
        from: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'the first moment',
          format: 'date-time',
          maxLength: 40,
          pattern:
            '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
        },
        to: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'the end, not included',
          format: 'date-time',
          maxLength: 40,
          pattern:
            '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
        },
      },
      additionalProperties: false,
      description: 'half-open by the clock of the database: `from` is inside, `to` is not',
    },
    allowlist: {
      type: 'array',
      items: {
        type: 'string',
        'x-rule': 'must be an id that begins with `rcp_`',
        description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
        maxLength: 160,
        pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
      },
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'recipient ids; what is pinned at consent is where each is paid then',
    },
  },
  'automation_policies.withdraw': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.opt_in': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    policy_digest: {
      type: 'string',
      'x-rule': 'must be 64 lower-case hexadecimal digits',
      description: 'of the policy as it was shown to the user',
      maxLength: 64,
      pattern: '^[0-9a-f]{64}$',
    },
    signature: {
      type: 'string',
      'x-rule': 'must be base64url without padding',
      description: 'Ed25519, base64url without padding',
      maxLength: 128,
      pattern: '^[A-Za-z0-9_-]+$',
    },
  },
  'automation_policies.drop_proposal': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    version: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 2147483647',
      description: 'the version that was read; a stale one is refused',
      minimum: 1,
      maximum: 2147483647,
    },
  },
  'automation_policies.set_status': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['active', 'paused'],
      type: 'string',
      description: '`paused` stops automatic payments, `active` resumes them',
    },
  },
  'automation_policies.simulate': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    amount: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description:
        'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
    },
    at: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'now if left out',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'automation_policies.backtest': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    days: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 366',
      description: 'how far to look back',
      minimum: 1,
      maximum: 366,
    },
    terms: {
      type: 'object',
      properties: {
        single_tx_limit: {
          type: 'string',
          'x-rule':
            'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
          minLength: 1,
          maxLength: 79,
          pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
          description: 'maximum per payment',
        },
        cumulative_limit: {
          type: 'string',
          'x-rule':
            'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
          minLength: 1,
          maxLength: 79,
          pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
          description: 'the most that all payments together may be',
        },
        validity_window: {
          type: 'object',
          required: ['from', 'to'],
          properties: {
            from: {
              type: 'string',
              'x-rule':
                'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
              description: 'the first moment',
              format: 'date-time',
              maxLength: 40,
              pattern:
                '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
            },
            to: {
              type: 'string',
              'x-rule':
                'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
              description: 'the end, not included',
              format: 'date-time',
              maxLength: 40,
              pattern:
                '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
            },
          },
          additionalProperties: false,
          description: 'half-open by the clock of the database: `from` is inside, `to` is not',
        },
        allowlist: {
          type: 'array',
          items: {
            type: 'string',
            'x-rule': 'must be an id that begins with `rcp_`',
            description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
            maxLength: 160,
            pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
          },
          minItems: 1,
          maxItems: 50,
          uniqueItems: true,
          description: 'recipient ids; what is pinned at consent is where each is paid then',
        },
      },
      additionalProperties: false,
      minProperties: 1,
      description: 'other thresholds to compare with; what is left out stays as it is',
    },
  },
  'agent_payments.create': {
    initiator: {
      enum: ['agent', 'human'],
      type: 'string',
      description: '`agent`: within a policy, or refused. `human`: the wallet asks its user.',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'id of the connection: `con_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    amount: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description:
        'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
    },
    purpose: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'what it is for, as the user will see it',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'id of the policy: `pol_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    terms: {
      type: 'object',
      required: ['kind', 'method', 'url', 'timeout_s', 'seal'],
      properties: {
        kind: { type: 'string', const: 'x402', description: 'the call of an address that answered 402' },
        method: {
          type: 'string',
          'x-rule': 'must be a method of HTTP in capitals, such as `GET`',
          description: 'the method of the call',
          maxLength: 10,
          pattern: '^[A-Z]{3,10}$',
        },
        url: {
          type: 'string',
          'x-rule': 'must be an address such as `https://shop.example/webhooks`',
          description: 'the address of the call, as a URL parser writes it: https, without user name and fragment',
          minLength: 1,
          maxLength: 2000,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        body_digest: {
          type: 'string',
          'x-rule': 'must be 64 lower-case hexadecimal digits',
          'x-rare': true,
          description: 'SHA-256 of the body of the call, where it has one',
          maxLength: 64,
          pattern: '^[0-9a-f]{64}$',
        },
        description: {
          type: 'string',
          'x-rule':
            'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
          'x-rare': true,
          description: 'what the seller says it is',
          minLength: 1,
          maxLength: 200,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        timeout_s: {
          type: 'integer',
          'x-rule': 'must be a whole number from 1 to 86400',
          description: 'how long the seller waits for the payment, once it has the authorization',
          minimum: 1,
          maximum: 86400,
        },
        seal: {
          type: 'object',
          required: ['key', 'agent_key', 'signature'],
          properties: {
            key: {
              type: 'string',
              'x-rule': 'must be base64url without padding',
              minLength: 43,
              description:
                'X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included',
              maxLength: 43,
              pattern: '^[A-Za-z0-9_-]+$',
            },
            agent_key: {
              type: 'string',
              'x-rule': 'must be base64url without padding',
              minLength: 43,
              description: "Ed25519 public key of one of the agent's active credentials",
              maxLength: 43,
              pattern: '^[A-Za-z0-9_-]+$',
            },
            signature: {
              type: 'string',
              'x-rule': 'must be base64url without padding',
              minLength: 86,
              description:
                'Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address of this service, `key`',
              maxLength: 86,
              pattern: '^[A-Za-z0-9_-]+$',
            },
          },
          additionalProperties: false,
          description: 'to whom the wallet hands what it signed',
        },
      },
      additionalProperties: false,
      description:
        'what the payment is for, in the agent\'s words: the wallet shows it. On a network with `method: "evm.eip3009"` the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`',
    },
    idempotency_key: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'instead of the header; unique per project',
      minLength: 1,
      maxLength: 256,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'agent_payments.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    status: {
      enum: [
        'intent_created',
        'approved',
        'submitted',
        'settled',
        'rejected',
        'failed',
        'expired',
        'canceled',
        'refused',
      ],
      type: 'string',
      description: 'payments with this status; `refused` lists refused attempts only',
    },
  },
  'agent_payments.read': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.read_refused': {
    refused_attempt_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apr_`',
      description: 'id of the refused attempt: `apr_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.send_to_payer': {
    refused_attempt_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apr_`',
      description: 'id of the refused attempt: `apr_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apr_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.report_status': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['approved', 'submitted', 'settled', 'rejected', 'failed'],
      type: 'string',
      description: 'what the wallet did or saw; `approved` is the claim before it signs',
    },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar and Base Sepolia 64 hexadecimal digits',
      minLength: 1,
      description: 'needed from `broadcasted` on, and then fixed',
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    reason: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      description: 'why, where it failed or was rejected',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    unsigned_transaction: {
      type: 'string',
      'x-rule': 'must be base64, such as `AAAAAgAAAAA=`',
      description:
        "the transaction that you sign, as XDR without signatures; only with `signed` (of an agent payment, `approved`). We compare it with the signed facts. It must be valid exactly until `expires_at`, in whole seconds, so that we know when it can't be paid anymore. Leave it out if another wallet builds the transaction.",
      maxLength: 4096,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
    },
    decision_jws: {
      type: 'string',
      'x-rule': 'must be a compact JWS: three parts in base64url with dots between',
      description:
        'this report signed with the active key of the device: a JWS (`typ` `svc-device-decision+jws`) over the canonical JSON (RFC 8785) of `{type: "svc.device_decision.v2", aud, device_id, connection_id, request_id, facts_digest, status, by, decided_at}`, with `transaction_hash` where the report names one. `aud` is the address of this service, `by` is `person`, or `policy` with `policy_digest` where an agent payment was approved within a policy. Needed where the connection says `decision_signature: "required"`',
      maxLength: 4096,
      pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    },
    payer_proof: {
      type: 'object',
      required: ['account', 'signer', 'signature'],
      properties: {
        account: {
          type: 'string',
          'x-rule':
            'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
          description: 'the account that pays',
          minLength: 1,
          maxLength: 128,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        signer: {
          type: 'string',
          'x-rule':
            'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
          description:
            'the public key that signed: one whose signature the transaction carries, usually `account` itself',
          minLength: 1,
          maxLength: 128,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
        signature: {
          type: 'string',
          'x-rule': 'must be base64, such as `AAAAAgAAAAA=`',
          description:
            'Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network, `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53',
          maxLength: 88,
          pattern: '^[A-Za-z0-9+/]+={0,2}$',
        },
        place: {
          type: 'string',
          'x-rule':
            'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
          description: 'which operation of the transaction pays; `op/0` if left out',
          minLength: 1,
          maxLength: 16,
          pattern:
            '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
        },
      },
      additionalProperties: false,
      description:
        'shows that the paying account means this request with `transaction_hash`: only this or a `payment.reference` makes a payment `chain_observed`. Needs `transaction_hash`. Send it with any report, or later',
    },
    handoff_shown: {
      type: 'boolean',
      description:
        'whether you showed the payment to another wallet as a link or a code, which might then pay it. Once true, it stays true',
    },
  },
  'agent_payments.cancel': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_authorizations.put': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request, or of an agent payment',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    sealed: {
      type: 'string',
      'x-rule': 'must be base64url without padding',
      minLength: 2,
      description: 'the sealed authorization',
      maxLength: 5462,
      pattern: '^[A-Za-z0-9_-]+$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'needed where two connections use one id',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_authorizations.read': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      description: 'the id of the payment request, or of an agent payment',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'payees.look_up': {
    domain: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'a host name such as `shop.example`',
      minLength: 1,
      maxLength: 253,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    network: {
      enum: [
        'stellar_public',
        'solana_mainnet',
        'ethereum_mainnet',
        'base_mainnet',
        'bitcoin_mainnet',
        'bsc_mainnet',
        'xrpl_mainnet',
        'arbitrum_one',
        'polygon_pos',
        'avalanche_c_chain',
        'optimism_mainnet',
        'sui_mainnet',
        'aptos_mainnet',
        'ton_mainnet',
        'cardano_mainnet',
        'cosmos_hub',
        'polkadot_mainnet',
        'hedera_mainnet',
        'cronos_mainnet',
        'mantle_mainnet',
        'starknet_mainnet',
        'zksync_era',
        'linea_mainnet',
        'algorand_mainnet',
        'tezos_mainnet',
        'internet_computer',
        'filecoin_mainnet',
        'litecoin_mainnet',
        'bitcoin_cash_mainnet',
        'dogecoin_mainnet',
        'stellar_testnet',
        'base_sepolia',
      ],
      type: 'string',
      description: 'the ledger on which the payment is made',
    },
    address: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'an address of that network',
      minLength: 1,
      maxLength: 256,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'payees.read': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payees.read_record': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    name: {
      type: 'string',
      'x-rule': 'must be 1 to 160 printable characters, such as `order-1042`; not `.`, `..`',
      description: 'what the request calls the payee, where it was renamed since',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!(?:\\.|\\.\\.)$)(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'payees.resolve': {
    domain: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'the exact host name that lists the payee',
      minLength: 1,
      maxLength: 253,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    network: {
      enum: [
        'stellar_public',
        'solana_mainnet',
        'ethereum_mainnet',
        'base_mainnet',
        'bitcoin_mainnet',
        'bsc_mainnet',
        'xrpl_mainnet',
        'arbitrum_one',
        'polygon_pos',
        'avalanche_c_chain',
        'optimism_mainnet',
        'sui_mainnet',
        'aptos_mainnet',
        'ton_mainnet',
        'cardano_mainnet',
        'cosmos_hub',
        'polkadot_mainnet',
        'hedera_mainnet',
        'cronos_mainnet',
        'mantle_mainnet',
        'starknet_mainnet',
        'zksync_era',
        'linea_mainnet',
        'algorand_mainnet',
        'tezos_mainnet',
        'internet_computer',
        'filecoin_mainnet',
        'litecoin_mainnet',
        'bitcoin_cash_mainnet',
        'dogecoin_mainnet',
        'stellar_testnet',
        'base_sepolia',
      ],
      type: 'string',
      description: 'the ledger on which the payment is made',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'code of the asset on its network',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    address: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'where the payee is paid, in the form of its network',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    memo: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'memo, destination tag or comment that the payment must carry',
      minLength: 1,
      maxLength: 600,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'contract of the token, where the asset is one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'issuer of the asset, where it has one',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'payee_changes.list': {
    since: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 1099511627776',
      description: '`next_since` of the answer before; leave it out to start at the beginning',
      minimum: 0,
      maximum: 1099511627776,
    },
  },
  'log.prove': {
    index: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 1099511627776',
      description: 'the place of the entry, counted from 0',
      minimum: 0,
      maximum: 1099511627776,
    },
    from: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 1099511627776',
      description: 'leaves of the older tree',
      minimum: 0,
      maximum: 1099511627776,
    },
    size: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 1099511627776',
      description: 'leaves of the tree; default: as many as are published',
      minimum: 0,
      maximum: 1099511627776,
    },
  },
  'overview.read': {
    from: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'default: a day before `to` by the hour, 30 days before by the day',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    to: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'default: now',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    bucket: { enum: ['hour', 'day'], type: 'string', description: 'how long a bucket is; default `hour`' },
  },
  'merchant_search.find': {
    q: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: 'what to look for',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'audit_events.list': {
    limit: {
      type: 'integer',
      'x-rule': 'must be a whole number from 1 to 100',
      description: 'default 25',
      minimum: 1,
      maximum: 100,
    },
    cursor: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      description: '`next_cursor` of the page before',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    actor: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'by this account, key or job',
      maxLength: 60,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    action: {
      enum: [
        'agent.created',
        'agent.updated',
        'agent_credential.activated',
        'agent_credential.challenge_renewed',
        'agent_credential.registered',
        'agent_credential.revoked',
        'api_key.created',
        'api_key.revoked',
        'audit_event.exported',
        'automation_policy.consented',
        'automation_policy.created',
        'automation_policy.declined',
        'automation_policy.narrowed',
        'automation_policy.paused',
        'automation_policy.proposal_withdrawn',
        'automation_policy.proposed',
        'automation_policy.renamed',
        'automation_policy.resumed',
        'automation_policy.widened',
        'automation_policy.withdrawn',
        'connection.revoked',
        'cooling_off.changed',
        'member.erased',
        'member.joined',
        'member.left',
        'member.removed',
        'member.role_changed',
        'member_invitation.created',
        'member_invitation.erased',
        'member_invitation.withdrawn',
        'merchant.activated',
        'merchant.agents_resumed',
        'merchant.agents_stopped',
        'merchant.created',
        'merchant.limits_changed',
        'merchant.renamed',
        'merchant.suspended',
        'merchant_domain.lapsed',
        'merchant_domain.registered',
        'merchant_domain.removed',
        'merchant_domain.verified',
        'merchant_key.created',
        'merchant_key.revoked',
        'merchant_session.all_closed',
        'merchant_session.closed',
        'merchant_session.confirmed',
        'merchant_session.opened',
        'passkey.registered',
        'passkey.removed',
        'payee_change_approvals.changed',
        'payment.accepted',
        'payment_request.exported',
        'project.created',
        'project.renamed',
        'recipient.created',
        'recipient.renamed',
        'recipient.retired',
        'recipient_version.activated',
        'recipient_version.added',
        'recipient_version.approval_requested',
        'recipient_version.approved',
        'recipient_version.cooling',
        'recipient_version.retired',
        'recipient_version.revived',
        'recipient_version.suspended',
        'recipient_version.verified',
        'service.restored',
        'webhook_delivery.redelivered',
        'webhook_endpoint.created',
        'webhook_endpoint.deleted',
        'webhook_endpoint.disabled',
        'webhook_endpoint.recovered',
        'webhook_endpoint.secret_rotated',
        'webhook_endpoint.updated',
        'webhook_endpoint.verified',
      ],
      type: 'string',
      description: 'only this',
    },
    target: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'on this record',
      maxLength: 60,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    from: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'at or after this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    to: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'before this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'audit_events.export': {
    format: {
      enum: ['csv', 'ndjson'],
      type: 'string',
      description: '`csv` (the default) for spreadsheets, `ndjson` for programs: one JSON record per line',
    },
    actor: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'by this account, key or job',
      maxLength: 60,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    action: {
      enum: [
        'agent.created',
        'agent.updated',
        'agent_credential.activated',
        'agent_credential.challenge_renewed',
        'agent_credential.registered',
        'agent_credential.revoked',
        'api_key.created',
        'api_key.revoked',
        'audit_event.exported',
        'automation_policy.consented',
        'automation_policy.created',
        'automation_policy.declined',
        'automation_policy.narrowed',
        'automation_policy.paused',
        'automation_policy.proposal_withdrawn',
        'automation_policy.proposed',
        'automation_policy.renamed',
        'automation_policy.resumed',
        'automation_policy.widened',
        'automation_policy.withdrawn',
        'connection.revoked',
        'cooling_off.changed',
        'member.erased',
        'member.joined',
        'member.left',
        'member.removed',
        'member.role_changed',
        'member_invitation.created',
        'member_invitation.erased',
        'member_invitation.withdrawn',
        'merchant.activated',
        'merchant.agents_resumed',
        'merchant.agents_stopped',
        'merchant.created',
        'merchant.limits_changed',
        'merchant.renamed',
        'merchant.suspended',
        'merchant_domain.lapsed',
        'merchant_domain.registered',
        'merchant_domain.removed',
        'merchant_domain.verified',
        'merchant_key.created',
        'merchant_key.revoked',
        'merchant_session.all_closed',
        'merchant_session.closed',
        'merchant_session.confirmed',
        'merchant_session.opened',
        'passkey.registered',
        'passkey.removed',
        'payee_change_approvals.changed',
        'payment.accepted',
        'payment_request.exported',
        'project.created',
        'project.renamed',
        'recipient.created',
        'recipient.renamed',
        'recipient.retired',
        'recipient_version.activated',
        'recipient_version.added',
        'recipient_version.approval_requested',
        'recipient_version.approved',
        'recipient_version.cooling',
        'recipient_version.retired',
        'recipient_version.revived',
        'recipient_version.suspended',
        'recipient_version.verified',
        'service.restored',
        'webhook_delivery.redelivered',
        'webhook_endpoint.created',
        'webhook_endpoint.deleted',
        'webhook_endpoint.disabled',
        'webhook_endpoint.recovered',
        'webhook_endpoint.secret_rotated',
        'webhook_endpoint.updated',
        'webhook_endpoint.verified',
      ],
      type: 'string',
      description: 'only this',
    },
    target: {
      type: 'string',
      'x-rule': 'must be what the service issued',
      description: 'on this record',
      maxLength: 60,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    from: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'at or after this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    to: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'before this time',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
  },
  'audit_events.list_entries': {
    from: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 1099511627776',
      description: 'the place of the first one, counted from 0; default: 0',
      minimum: 0,
      maximum: 1099511627776,
    },
  },
  'audit_events.prove': {
    audit_event_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `aud_`',
      description: 'id of the audit event: `aud_` and 26 characters of lower-case Crockford base32',
      maxLength: 160,
      pattern: '^aud_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
} as const

/** How long a credential of an agent may be valid. */
export const CREDENTIAL_LIFETIME_DAYS_MAX = 400
