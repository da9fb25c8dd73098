export default function HomePage() {
  return <h1>Scenic helicopter flights</h1>
}
