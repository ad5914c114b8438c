import { expect, test } from 'vitest'
import { describeDevice } from './describe-device.ts'

const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Windows NT 10.0; Win64; x64'
const macos = 'Macintosh; Intel Mac OS X 10_15_7'
const iphone = 'iPhone; CPU iPhone OS 18_1 like Mac OS X'

test.each([
  ['Chrome on Windows', `Mozilla/5.0 (${windows}) ${blink} Chrome/131.0.0.0 Safari/537.36`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${blink} Chrome/131.0.0.0 Safari/537.36`],
  ['Chrome on iPhone', `Mozilla/5.0 (${iphone}) ${webkit} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`],
  // Headless browsers, as tests and machines use them.
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/131.0.0.0 Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (${windows}) ${blink} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`],
  [
    'Edge on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${blink} Chrome/131.0 Mobile Safari/537.36 EdgA/131.0`,
  ],
  [
    'Edge on iPhone',
    `Mozilla/5.0 (${iphone}) ${webkit} Version/18.0 EdgiOS/131.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Opera on macOS', `Mozilla/5.0 (${macos}) ${blink} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`],
  ['Opera on iPhone', `Mozilla/5.0 (${iphone}) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1 OPT/5.2.0`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${blink} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Windows', `Mozilla/5.0 (${windows}; rv:132.0) Gecko/20100101 Firefox/132.0`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'],
  ['Firefox on iPhone', `Mozilla/5.0 (${iphone}) ${webkit} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`],
  ['Safari on iPhone', `Mozilla/5.0 (${iphone}) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`],
  [
    'Safari on iPad',
    `Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) ${webkit} Version/16.6 Mobile/15E148 Safari/604.1`,
  ],
  ['Safari on macOS', `Mozilla/5.0 (${macos}) ${webkit} Version/18.1 Safari/605.1.15`],
  // In-app browsers have an engine and no name.
  ['iPhone', `Mozilla/5.0 (${iphone}) ${webkit} Mobile/15E148`],
  ['Unknown device', ''],
  ['Unknown device', 'curl/8.5.0'],
  ['Unknown device', '<script>alert(1)</script>'],
])('%s: %s', (device, userAgent) => {
  expect(describeDevice(userAgent)).toBe(device)
})
