import { writeFileSync } from 'node:fs'
import { contractFile, contractText } from './stripe-contract.ts'

// npx tsx sandbox/contract/write-contract.ts: run it after an update of the client or a new
// operation of the sandbox.
writeFileSync(contractFile, contractText())
