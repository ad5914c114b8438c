// A browser module that imports from `src/server`: the build must fail.
import { openBuiltPages } from '#server/http/static/build-files.ts'

console.log(openBuiltPages)
