import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { gateways } from './gateways.ts'

test('gateways have different codes', () => {
  const codes = gateways.map(({ code }) => code)

  expect(new Set(codes).size).toBe(codes.length)
})

test.each(gateways.map(({ code, isOnline }) => [code, isOnline] as const))(
  'the contract and the descriptor of %s agree on whether it is paid first',
  (code, isOnline) => {
    expect(isPaidFirst(code)).toBe(isOnline)
  },
)

test('.env.example names every variable of every gateway', () => {
  const example = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const variables = gateways.flatMap(({ environment }) => Object.keys(environment?.variables ?? {}))

  expect(variables.filter((variable) => !example.includes(`# ${variable}=`))).toEqual([])
})
