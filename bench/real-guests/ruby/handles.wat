;; The handles of this build's exports: a handle is the value itself, and nothing is counted.
(module
  (func (export "resource_drop_js-abi-value") (param i32))
  (func (export "resource_new_rb-abi-value") (param i32) (result i32) (local.get 0))
  (func (export "resource_get_rb-abi-value") (param i32) (result i32) (local.get 0)))
