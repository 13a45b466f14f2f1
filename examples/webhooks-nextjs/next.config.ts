import type { NextConfig } from 'next'

// The SDK is a package like any other once it is installed from the registry; from a clone it is a link to its sources' build.
const config: NextConfig = { poweredByHeader: false }

export default config
