/** The fixed words of the install window, in one language. No word of it comes from a plugin. */
export interface ConsentWording {
  host(host: string): string;
  hostOnPort(host: string, port: number): string;
  subdomains(host: string): string;
  subdomainsOnPort(host: string, port: number): string;
  socket(host: string, port: number): string;
  account(): string;
  shared(application: string | undefined): string;
  anyHost(): string;
  readsOwnFiles(): string;
  /** The plugin's private temporary folder. */
  temporary(access: "read" | "write"): string;
  reads(place: string): string;
  writes(place: string): string;
  command(line: string): string;
  /** A script of the plugin's own handles a tool. */
  script(tool: string): string;
  /** The application runs a shell line when an event happens. */
  eventCommand(event: string, line: string): string;
  secret(name: string): string;
  event(name: string): string;
  /** It is asked before something goes on, and can stop it. */
  policyHook(name: string): string;
  /** It is told of something, with what it is about. */
  observeHook(name: string): string;
  route(name: string): string;
  /** Also for people whom the application does not know. */
  publicRoute(name: string): string;
  capability(id: string, label: string | undefined): string;
  storage(collection: string): string;
  enforcedBy(application: string): string;
  /** The host is written in other letters than it is shown in. */
  readsAs(unicode: string): string;
  sensitiveRoot(): string;
  anyHostWarning(): string;
  openCommand(): string;
  /** What a shell line may do. */
  shellLine(): string;
  /** What comes with a capability: ids, and what it opens in these same words. */
  implied(included: readonly string[]): string;
}

const english: ConsentWording = {
  host: (host) => `Connects to ${host}`,
  hostOnPort: (host, port) => `Connects to ${host} on port ${port}`,
  subdomains: (host) => `Connects to every host below ${host}`,
  subdomainsOnPort: (host, port) => `Connects to every host below ${host} on port ${port}`,
  socket: (host, port) => `Opens raw connections to ${host} on port ${port}`,
  account: () => "Connects to the instances you give it",
  shared: (application) => `Talks to the local server that ${application ?? "the application"} started`,
  anyHost: () => "Connects to any public host on the internet",
  readsOwnFiles: () => "Reads its own files",
  temporary: (access) => (access === "write" ? "Writes a private temporary folder" : "Reads a private temporary folder"),
  reads: (place) => `Reads ${place}`,
  writes: (place) => `Reads and writes ${place}`,
  command: (line) => `Runs this command on your computer: ${line}`,
  script: (tool) => `Runs a script of its own on your computer, confined, for its tool "${tool}"`,
  eventCommand: (event, line) => `Runs this line on your computer when "${event}" happens: ${line}`,
  secret: (name) => `Uses the secret "${name}" that you set for it`,
  event: (name) => `Is told when "${name}" happens`,
  policyHook: (name) => `Sees what "${name}" is about before it happens, and can stop it`,
  observeHook: (name) => `Sees what "${name}" is about when it happens`,
  route: (name) => `Answers requests to "${name}" inside the application`,
  publicRoute: (name) => `Answers requests to "${name}" from anyone, without signing in`,
  capability: (id, label) => (label === undefined ? `Uses "${id}" of the application` : label),
  storage: (collection) => `Keeps data of its own in the collection "${collection}"`,
  enforcedBy: (application) => `enforced by ${application}`,
  readsAs: (unicode) => `This name is shown in its plain form; browsers may write it as ${unicode}`,
  sensitiveRoot: () => "This folder holds credentials",
  anyHostWarning: () => "Whatever the plugin can read, it can send to anyone",
  openCommand: () => "Further words that the program's profile knows as safe may follow",
  shellLine: () => "It runs in a shell, confined to the workspace and what else was granted",
  implied: (included) => `This includes ${included.join(", ")}`,
};

/** The wording table, by language tag. English is always there. */
export const consentWordings: Readonly<Record<string, ConsentWording>> = { en: english };

/** The wording of a language: the tag's own, its base language's, or English. */
export function wordingFor(language: string): ConsentWording {
  for (const tag of [language, language.split("-")[0] ?? ""]) {
    const wording = Object.hasOwn(consentWordings, tag) ? consentWordings[tag] : undefined;
    if (wording !== undefined) return wording;
  }
  return english;
}
