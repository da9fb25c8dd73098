import { describe, expect, it } from 'vitest'
import { getShopOrigin } from './shop-origin.server.ts'

const from = (url: string, publicUrl: string, hosts: string[] = []) =>
  getShopOrigin(new Request(url), { publicUrl }, hosts)

describe('getShopOrigin', () => {
  it('is the public address', () => {
    expect(from('http://shop.example/checkout/6', 'https://shop.example')).toBe('https://shop.example')
  })

  it('is a brand’s own configured host, with the public scheme and port', () => {
    expect(from('http://tide.example/x', 'https://shop.example', ['tide.example'])).toBe(
      'https://tide.example',
    )
    expect(from('http://tide.localhost:9/x', 'http://localhost:3000', ['tide.localhost'])).toBe(
      'http://tide.localhost:3000',
    )
  })

  it('never returns a host that is not configured', () => {
    expect(from('http://evil.example/x', 'https://shop.example', ['tide.example'])).toBe(
      'https://shop.example',
    )
    expect(from('http://localhost/x', 'https://shop.example')).toBe('https://shop.example')
  })

  it('keeps the loopback name of the request, because the cookie belongs to it', () => {
    expect(from('http://127.0.0.1:3000/x', 'http://localhost:3000')).toBe('http://127.0.0.1:3000')
    expect(from('http://evil.example:3000/x', 'http://localhost:3000')).toBe('http://localhost:3000')
  })
})
