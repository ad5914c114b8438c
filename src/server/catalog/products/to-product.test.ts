import { expect, test } from 'vitest'
import { isGtin } from './to-product.ts'

test('isGtin accepts a barcode with a valid length and check digit', () => {
  for (const right of ['96385074', '036000291452', '4006381333931', '10012345678902'])
    expect(isGtin(right), right).toBe(true)
  for (const wrong of ['96385075', '4006381333932', '400638133393', 'KL-MG-101', '', '400638133393X'])
    expect(isGtin(wrong), wrong).toBe(false)
})
