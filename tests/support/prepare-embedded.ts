import { prepareEmbeddedDatabases } from './embedded-database.ts'

/** Runs once before the workers start. */
export default prepareEmbeddedDatabases
