// A browser module that imports a Node module: the build must fail.
import { readFileSync } from 'node:fs'

console.log(readFileSync)
