// Made by `npm run generate`; do not edit.
/** The fields of each operation's input (path, query and body), as JSON Schema; `x-rule` says the rule in words. */
export const INPUTS = {
  'merchant_accounts.register': {
    email: {
      type: 'string',
      'x-rule': 'must be one e-mail address, such as `operator@merchant.example`',
      maxLength: 254,
      pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})+$",
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
      description: 'Id: `mer_` and 26 characters',
      maxLength: 160,
      pattern: '^mer_[0-7][0-9a-hjkmnp-tv-z]{25}$',
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
      description: 'Id: `mer_` and 26 characters',
      maxLength: 160,
      pattern: '^mer_[0-7][0-9a-hjkmnp-tv-z]{25}$',
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
    transport: { enum: ['cookie', 'bearer'], type: 'string' },
  },
  'merchant_domains.register': {
    domain: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 253,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    method: { enum: ['dns', 'https'], type: 'string', description: '`dns`: a TXT record; `https`: a file on the site' },
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
      description: 'Id: `dom_` and 26 characters',
      maxLength: 160,
      pattern: '^dom_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'merchant_domains.verify': {
    domain_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `dom_`',
      description: 'Id: `dom_` and 26 characters',
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
      ],
      type: 'string',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    address: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    memo: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 600,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
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
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'recipients.add_version': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'Id: `rcp_` and 26 characters',
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
      ],
      type: 'string',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    address: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    memo: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 600,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
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
  'recipients.list_versions': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'Id: `rcp_` and 26 characters',
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
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'Id: `rcv_` and 26 characters',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'recipients.verify': {
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'Id: `rcv_` and 26 characters',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    type: { type: 'string', const: 'domain_proof' },
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
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'Id: `rcv_` and 26 characters',
      maxLength: 160,
      pattern: '^rcv_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    evidence_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `evd_`',
      description: 'Id: `evd_` and 26 characters',
      maxLength: 160,
      pattern: '^evd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    evidence_digest: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
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
    environment: { enum: ['testnet'], type: 'string' },
    allowed_scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
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
      description: 'Id: `agt_` and 26 characters',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agents.update': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'Id: `agt_` and 26 characters',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: { enum: ['draft', 'active', 'suspended', 'retired'], type: 'string' },
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
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
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
      description: 'Id: `agt_` and 26 characters',
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
    alg: { enum: ['Ed25519'], type: 'string' },
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
  'agent_credentials.list': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'Id: `agt_` and 26 characters',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
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
  'agent_credentials.read': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'Id: `agt_` and 26 characters',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    credential_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `crd_`',
      description: 'Id: `crd_` and 26 characters',
      maxLength: 160,
      pattern: '^crd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_credentials.activate': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'Id: `agt_` and 26 characters',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    credential_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `crd_`',
      description: 'Id: `crd_` and 26 characters',
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
      description:
        'Ed25519 (RFC 8032) over the UTF-8 bytes of `proof_challenge.sign`: 64 bytes in base64url, no padding',
      maxLength: 86,
      pattern: '^[A-Za-z0-9_-]{86}$',
    },
  },
  'agent_credentials.revoke': {
    agent_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `agt_`',
      description: 'Id: `agt_` and 26 characters',
      maxLength: 160,
      pattern: '^agt_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    credential_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `crd_`',
      description: 'Id: `crd_` and 26 characters',
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
    platform: { enum: ['ios', 'android', 'web', 'desktop', 'other'], type: 'string' },
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
      description: 'Id: `dev_` and 26 characters',
      maxLength: 160,
      pattern: '^dev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connect_invitations.claim': {
    connect_key: {
      type: 'string',
      'x-rule': 'must be the code as it was shown, such as `WDJB-MJHT`',
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
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
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
      description: 'Id: `cki_` and 26 characters',
      maxLength: 160,
      pattern: '^cki_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connect_invitations.approve': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'Id: `cki_` and 26 characters',
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
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
    },
  },
  'connect_invitations.reject': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'Id: `cki_` and 26 characters',
      maxLength: 160,
      pattern: '^cki_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connect_invitations.exchange': {
    connect_invitation_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `cki_`',
      description: 'Id: `cki_` and 26 characters',
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
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
    },
  },
  'pairing.read': {
    pairing_session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prs_`',
      description: 'Id: `prs_` and 26 characters',
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
      description: 'Id: `prs_` and 26 characters',
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
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
    },
  },
  'pairing.reject': {
    pairing_session_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prs_`',
      description: 'Id: `prs_` and 26 characters',
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
      description: 'Id: `prs_` and 26 characters',
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
  },
  'connections.read': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connections.update': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: { enum: ['active', 'paused'], type: 'string' },
    scopes: {
      type: 'array',
      items: {
        enum: [
          'payment.requests.create',
          'payment.requests.read',
          'transaction_contexts.create',
          'transaction_contexts.read',
        ],
        type: 'string',
      },
      minItems: 1,
      maxItems: 4,
      uniqueItems: true,
    },
  },
  'connections.revoke': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'connections.rotate_token': {
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
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
      minLength: 1,
      maxLength: 120,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    summary: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
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
            minLength: 1,
            maxLength: 120,
            pattern:
              '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
          },
          quantity: {
            type: 'integer',
            'x-rule': 'must be a whole number from 1 to 1000000000',
            minimum: 1,
            maximum: 1000000000,
          },
          amount_text: {
            type: 'string',
            'x-rule':
              'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
            description: 'as it is to be shown; nothing is added up from it',
            minLength: 1,
            maxLength: 60,
            pattern:
              '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
          },
        },
        additionalProperties: false,
      },
      maxItems: 50,
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
  'payment_requests.create': {
    request_id: {
      type: 'string',
      'x-rule': 'must be 1 to 160 printable characters, such as `order-1042`; not `events`, `.`, `..`',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!(?:events|\\.|\\.\\.)$)(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'Id: `rcv_` and 26 characters',
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
      additionalProperties: false,
    },
    policy: {
      type: 'object',
      required: ['requires_user_approval'],
      properties: { requires_user_approval: { type: 'boolean', const: true } },
      additionalProperties: false,
    },
    expires_at: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'RFC 3339 with an offset, in the years 1970 to 9998',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
    },
    idempotency_key: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 256,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    transaction_id: {
      type: 'string',
      'x-rule': 'must be 1 to 160 printable characters, such as `order-1042`; not `.`, `..`',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!(?:\\.|\\.\\.)$)(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    display: { type: 'object', properties: {}, 'x-rule': 'must be an object', additionalProperties: true },
    metadata: { type: 'object', properties: {}, 'x-rule': 'must be an object', additionalProperties: true },
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
      enum: ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'],
      type: 'string',
    },
  },
  'payment_requests.read': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_requests.report_status': {
    request_id: {
      type: 'string',
      'x-rule': 'must name a record',
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    status: { enum: ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'], type: 'string' },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar 64 hexadecimal digits',
      minLength: 1,
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    reason: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'payment_requests.list_for_merchant': {
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
      enum: ['pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected'],
      type: 'string',
    },
  },
  'events.list': {
    since: {
      type: 'integer',
      'x-rule': 'must be a whole number from 0 to 9007199254740991',
      description: 'the last cursor seen; 0 is the start',
      minimum: 0,
      maximum: 9007199254740991,
    },
    limit: { type: 'integer', 'x-rule': 'must be a whole number from 1 to 500', minimum: 1, maximum: 500 },
    wait: { type: 'integer', 'x-rule': 'must be a whole number from 0 to 30', minimum: 0, maximum: 30 },
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
              'connection.created',
              'connection.paused',
              'connection.resumed',
              'connection.narrowed',
              'connection.token_rotated',
              'connection.revoked',
              'recipient.version_activated',
              'recipient.version_retired',
            ],
            type: 'string',
          },
          minItems: 1,
          maxItems: 16,
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
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.update': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'Id: `whe_` and 26 characters',
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
              'connection.created',
              'connection.paused',
              'connection.resumed',
              'connection.narrowed',
              'connection.token_rotated',
              'connection.revoked',
              'recipient.version_activated',
              'recipient.version_retired',
            ],
            type: 'string',
          },
          minItems: 1,
          maxItems: 16,
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
    status: { enum: ['active', 'disabled'], type: 'string' },
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
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.verify': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.rotate_secret': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.test': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_endpoints.recover': {
    webhook_endpoint_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whe_`',
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    since: {
      type: 'string',
      'x-rule':
        'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
      description: 'RFC 3339 with an offset, in the years 1970 to 9998',
      format: 'date-time',
      maxLength: 40,
      pattern:
        '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
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
      description: 'Id: `whe_` and 26 characters',
      maxLength: 160,
      pattern: '^whe_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: {
      enum: ['pending', 'held', 'delivered', 'failed'],
      type: 'string',
      description: '`held`: the endpoint was not active; a recovery sends it. `failed`: the last attempt failed, too',
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
        'connection.created',
        'connection.paused',
        'connection.resumed',
        'connection.narrowed',
        'connection.token_rotated',
        'connection.revoked',
        'recipient.version_activated',
        'recipient.version_retired',
        'webhook_endpoint.test',
      ],
      type: 'string',
    },
    event_id: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 160,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'webhook_deliveries.read': {
    webhook_delivery_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whd_`',
      description: 'Id: `whd_` and 26 characters',
      maxLength: 160,
      pattern: '^whd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'webhook_deliveries.redeliver': {
    webhook_delivery_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `whd_`',
      description: 'Id: `whd_` and 26 characters',
      maxLength: 160,
      pattern: '^whd_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'projects.create': {
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
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
  'projects.read': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'Id: `prj_` and 26 characters',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'api_keys.create': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'Id: `prj_` and 26 characters',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    name: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
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
      description: 'Id: `prj_` and 26 characters',
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
      description: 'Id: `prj_` and 26 characters',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    api_key_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `key_`',
      description: 'Id: `key_` and 26 characters',
      maxLength: 160,
      pattern: '^key_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.create': {
    project_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `prj_`',
      description: 'Id: `prj_` and 26 characters',
      maxLength: 160,
      pattern: '^prj_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    connection_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `con_`',
      description: 'Id: `con_` and 26 characters',
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
      ],
      type: 'string',
    },
    asset: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 12,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    contract: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
      minLength: 1,
      maxLength: 128,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
    issuer: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
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
      description:
        'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
    },
    cumulative_limit: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description:
        'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
    },
    validity_window: {
      type: 'object',
      required: ['from', 'to'],
      properties: {
        from: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'RFC 3339 with an offset, in the years 1970 to 9998',
          format: 'date-time',
          maxLength: 40,
          pattern:
            '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
        },
        to: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'RFC 3339 with an offset, in the years 1970 to 9998',
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
        description: 'Id: `rcp_` and 26 characters',
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
    status: { enum: ['draft', 'awaiting_consent', 'active', 'paused', 'withdrawn'], type: 'string' },
  },
  'automation_policies.read': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.update': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
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
      description:
        'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
    },
    cumulative_limit: {
      type: 'string',
      'x-rule':
        'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
      minLength: 1,
      maxLength: 79,
      pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
      description:
        'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
    },
    validity_window: {
      type: 'object',
      required: ['from', 'to'],
      properties: {
        from: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'RFC 3339 with an offset, in the years 1970 to 9998',
          format: 'date-time',
          maxLength: 40,
          pattern:
            '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
        },
        to: {
          type: 'string',
          'x-rule':
            'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
          description: 'RFC 3339 with an offset, in the years 1970 to 9998',
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
        description: 'Id: `rcp_` and 26 characters',
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
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.opt_in': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    policy_digest: {
      type: 'string',
      'x-rule': 'must be 64 lower-case hexadecimal digits',
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
  'automation_policies.pause': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.resume': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.read_usage': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'automation_policies.simulate': {
    policy_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `pol_`',
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'Id: `rcv_` and 26 characters',
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
      description: 'RFC 3339 with an offset, in the years 1970 to 9998',
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
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    days: { type: 'integer', 'x-rule': 'must be a whole number from 1 to 366', minimum: 1, maximum: 366 },
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
          description:
            'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
        },
        cumulative_limit: {
          type: 'string',
          'x-rule':
            'must be a decimal amount greater than zero, such as `12.50`: digits and one point, no sign, no leading zeros',
          minLength: 1,
          maxLength: 79,
          pattern: '^(?=[0.]*[1-9])(?![0-9]{79})(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$',
          description:
            'Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0 before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more than the decimals of the asset.',
        },
        validity_window: {
          type: 'object',
          required: ['from', 'to'],
          properties: {
            from: {
              type: 'string',
              'x-rule':
                'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
              description: 'RFC 3339 with an offset, in the years 1970 to 9998',
              format: 'date-time',
              maxLength: 40,
              pattern:
                '^(?:19[7-9][0-9]|[2-8][0-9]{3}|9[0-8][0-9]{2}|99[0-8][0-9]|999[0-8])-[0-9]{2}-[0-9]{2}[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$',
            },
            to: {
              type: 'string',
              'x-rule':
                'must be a time of RFC 3339 with its offset in the years 1970 to 9998, such as `2026-11-15T09:30:00.000Z`; no leap second',
              description: 'RFC 3339 with an offset, in the years 1970 to 9998',
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
            description: 'Id: `rcp_` and 26 characters',
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
      description: 'Id: `con_` and 26 characters',
      maxLength: 160,
      pattern: '^con_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcp_`',
      description: 'Id: `rcp_` and 26 characters',
      maxLength: 160,
      pattern: '^rcp_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    recipient_version_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `rcv_`',
      description: 'Id: `rcv_` and 26 characters',
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
      description: 'Id: `pol_` and 26 characters',
      maxLength: 160,
      pattern: '^pol_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    idempotency_key: {
      type: 'string',
      'x-rule':
        'must be printable characters, such as `order-1042`: no control, bidi or invisible ones, no white space at either end',
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
      enum: ['intent_created', 'approved', 'submitted', 'settled', 'rejected', 'failed', 'expired', 'canceled'],
      type: 'string',
    },
  },
  'agent_payments.read': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'Id: `apy_` and 26 characters',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
  },
  'agent_payments.report_status': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'Id: `apy_` and 26 characters',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
    },
    status: { enum: ['approved', 'submitted', 'settled', 'rejected', 'failed'], type: 'string' },
    transaction_hash: {
      type: 'string',
      'x-rule': 'must be a transaction hash as its ledger writes it; on Stellar 64 hexadecimal digits',
      minLength: 1,
      maxLength: 128,
      pattern: '^[A-Za-z0-9+/=_-]+$',
    },
    reason: {
      type: 'string',
      'x-rule':
        'must be plain text: no control, bidi or invisible characters, no line ends, no white space at either end',
      minLength: 1,
      maxLength: 200,
      pattern:
        '^(?!\\s)(?:[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?<=\\p{Extended_Pictographic})\\ufe0f)+(?<!\\s)$',
    },
  },
  'agent_payments.cancel': {
    agent_payment_id: {
      type: 'string',
      'x-rule': 'must be an id that begins with `apy_`',
      description: 'Id: `apy_` and 26 characters',
      maxLength: 160,
      pattern: '^apy_[0-7][0-9a-hjkmnp-tv-z]{25}$',
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
  },
} as const

/** How long a credential of an agent may be valid. */
export const CREDENTIAL_LIFETIME_DAYS_MAX = 400
