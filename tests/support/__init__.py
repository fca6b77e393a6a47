"""What tests share: the programs they need, servers, browsers."""
