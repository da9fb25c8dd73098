import { createServer } from 'node:http'

// The floor of the speed table: nothing but Node's HTTP server, sending as many bytes as the page
// it is compared with.
const size = Number(process.argv[2] ?? 0)
const page = Buffer.alloc(size, 'x')
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': String(size) })
    response.end(page)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`)
})
