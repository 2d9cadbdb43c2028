export default function Home() {
  return (
    <main id="main" className="gutter">
      <h1 className="font-serif text-display">Yunquan Zhang Łukasz Nguyễn</h1>
    </main>
  );
}
