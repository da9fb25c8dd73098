import { build } from './build.mjs'
import { isBuilt } from './build-stamp.mjs'

if (!isBuilt()) await build({ quiet: true })
