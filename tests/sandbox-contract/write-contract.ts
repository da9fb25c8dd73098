import { writeFileSync } from 'node:fs'
import { contractFile, contractText } from './stripe-contract.ts'

// npx tsx tests/sandbox-contract/write-contract.ts: after a new version of the client, or a new
// operation of the sandbox.
writeFileSync(contractFile, contractText())
