import type { CommandProfile } from "./command-profile.ts";

/**
 * What is known of npm: no sub-command of it is safe to go on with, since each runs or fetches code. Its whole lines run with settings
 * that stand above those of the folder: no scripts of packages, and none of the programs that a `.npmrc` could name.
 */
export const npmProfile: CommandProfile = {
  subcommands: new Map(),
  valueFault: () => undefined,
  operandFault: () => undefined,
  hardening: [],
  environment: {
    npm_config_ignore_scripts: "true",
    npm_config_userconfig: "/dev/null",
    npm_config_globalconfig: "/dev/null",
    npm_config_script_shell: "/bin/sh",
    npm_config_shell: "/bin/sh",
    npm_config_node_options: "",
    npm_config_git: "git",
    npm_config_editor: "false",
    npm_config_viewer: "false",
    npm_config_browser: "false",
    npm_config_update_notifier: "false",
    npm_config_fund: "false",
    npm_config_audit: "false",
  },
  needsOthers: true,
};
