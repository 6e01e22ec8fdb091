import { render } from "preact";
import { App } from "./app.tsx";
import { openSession } from "./api/session.ts";

const root = document.getElementById("app");
if (root !== null) {
  const session = await openSession();
  render(<App session={session} />, root);
}
