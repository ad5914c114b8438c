// A browser's module that imports from `src/server`: the build must stop.
import { openBuiltPages } from '#server/http/build-files.ts'

console.log(openBuiltPages)
